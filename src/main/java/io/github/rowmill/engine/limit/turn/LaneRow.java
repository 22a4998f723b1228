package io.github.rowmill.engine.limit.turn;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code rowmill_lane}.
 *
 * @param paidUntil up to when the starts of the key are paid for; null: nothing is owed
 */
record LaneRow(String key, Instant lookAt, @Nullable Instant paidUntil) {}
