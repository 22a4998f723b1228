package io.github.rowmill.chaos.ledger;

/**
 * How events' effects behave in a run, so that faults meet them.
 *
 * @param usual they take half of these seconds on average
 * @param longest a few take these seconds, which is longer than a lease
 * @param failing this share of them fails at the end
 */
public record Effects(double usual, double longest, double failing) {

    public Effects {
        if (failing < 0 || failing >= 1) {
            throw new IllegalArgumentException("failing must be from 0 to below 1, was " + failing);
        }
    }
}
