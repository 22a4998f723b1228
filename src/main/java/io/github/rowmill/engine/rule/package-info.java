/**
 * Rules of queues: how they are set by configuration and by users, and how a node reads them. The package
 * {@code limit} enforces the rules that a claim must keep.
 */
@NullMarked
package io.github.rowmill.engine.rule;

import org.jspecify.annotations.NullMarked;
