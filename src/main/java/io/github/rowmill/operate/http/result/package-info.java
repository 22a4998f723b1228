/** Results of tasks over HTTP, with a long poll. */
@NullMarked
package io.github.rowmill.operate.http.result;

import org.jspecify.annotations.NullMarked;
