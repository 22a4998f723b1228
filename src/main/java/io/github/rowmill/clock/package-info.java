/** Time as measured on this node: a monotonic ticker and the pulse of loops. What is due and what has expired is decided by the database's clock alone. */
@NullMarked
package io.github.rowmill.clock;

import org.jspecify.annotations.NullMarked;
