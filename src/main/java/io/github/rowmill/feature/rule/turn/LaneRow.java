package io.github.rowmill.feature.rule.turn;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code rowmill_lane}.
 *
 * @param lookAt time of the next look at the key
 * @param paidUntil time up to which the starts of the key are paid for; null if nothing is owed
 */
record LaneRow(String key, Instant lookAt, @Nullable Instant paidUntil) {

    /** Returns the debt at the rate of the rules, cut if it is too large; null if nothing is owed. */
    @Nullable
    Instant debt(LockedRules rules) {
        Instant paid = paidUntil;
        return paid == null
                ? null
                : rules.keyRate().map(rate -> rate.sound(rules.now(), paid)).orElse(null);
    }
}
