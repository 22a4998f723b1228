/** This node: its name, whether it works, the monotonic ticker and the pulse of its loops, the event bus. What is due and what has expired is decided by the database's clock alone. */
@NullMarked
package io.github.rowmill.node;

import org.jspecify.annotations.NullMarked;
