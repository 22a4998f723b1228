/** Nodes over HTTP. */
@NullMarked
package io.github.rowmill.operate.http.node;

import org.jspecify.annotations.NullMarked;
