package io.github.rowmill.engine.claim;

import io.github.rowmill.node.Ticker;

/** A ticker that advances by {@code step} whenever it is read. So it decides how long a look takes. */
final class LookTicker extends Ticker {

    long now;
    long step;

    @Override
    public long nanos() {
        now += step;
        return now;
    }
}
