package io.github.rowmill.chaos.ledger;

/**
 * Durations and failures of the effects of events in a run, so that faults meet them.
 *
 * @param usual the average is half of these seconds
 * @param longest the seconds of a few effects, usually longer than a lease
 * @param failing the share of effects that fail at the end
 */
public record Effects(double usual, double longest, double failing) {

    public Effects {
        if (failing < 0 || failing >= 1) {
            throw new IllegalArgumentException("failing must be from 0 to below 1, was " + failing);
        }
    }
}
