/** Rules of a queue that hold in the whole cluster: pauses, and how many tasks execute at once. */
@NullMarked
package io.github.rowmill.engine.limit;

import org.jspecify.annotations.NullMarked;
