/** Jobs on many tasks over HTTP. */
@NullMarked
package io.github.rowmill.operate.http.job;

import org.jspecify.annotations.NullMarked;
