/**
 * Keys that take turns within a queue. {@link LockedRules} are the rules as a claim reads them under their lock,
 * {@link KeyTurns} chooses the tasks that may start, and {@link LaneRows} stores which keys wait.
 */
@NullMarked
package io.github.rowmill.feature.rule.turn;

import org.jspecify.annotations.NullMarked;
