/** Flows over HTTP. */
@NullMarked
package io.github.rowmill.operate.http.flow;

import org.jspecify.annotations.NullMarked;
