/** Topics over HTTP. */
@NullMarked
package io.github.rowmill.operate.http.topic;

import org.jspecify.annotations.NullMarked;
