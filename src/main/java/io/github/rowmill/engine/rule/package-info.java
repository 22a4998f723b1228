/** Rules of queues: how they are set, by whom, and what a node knows of them. Those that a claim must keep are kept by {@code limit}. */
@NullMarked
package io.github.rowmill.engine.rule;

import org.jspecify.annotations.NullMarked;
