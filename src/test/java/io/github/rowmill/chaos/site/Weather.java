package io.github.rowmill.chaos.site;

import java.time.Duration;

/**
 * What a proxy does to the connections through it.
 *
 * @param open whether new connections are taken
 * @param toServer whether bytes pass towards the server; if not, they are held back
 * @param toClient whether bytes pass towards the client; if not, they are held back
 * @param swallows whether bytes vanish both ways, with no sign of it to either side
 * @param delay before a piece passes
 * @param jitter at most this much is added to the delay
 */
public record Weather(
        boolean open, boolean toServer, boolean toClient, boolean swallows, Duration delay, Duration jitter) {

    /** Everything passes. */
    public static final Weather CLEAR = new Weather(true, true, true, false, Duration.ZERO, Duration.ZERO);

    public static final Weather STALLED_TO_SERVER = new Weather(true, false, true, false, Duration.ZERO, Duration.ZERO);

    public static final Weather STALLED_TO_CLIENT = new Weather(true, true, false, false, Duration.ZERO, Duration.ZERO);

    /** Neither side hears of the other, and neither is told so. */
    public static final Weather HALF_OPEN = new Weather(true, true, true, true, Duration.ZERO, Duration.ZERO);

    /** Connections there are live on; new ones are refused. */
    public static final Weather REFUSING = new Weather(false, true, true, false, Duration.ZERO, Duration.ZERO);

    public static Weather delayed(Duration delay, Duration jitter) {
        return new Weather(true, true, true, false, delay, jitter);
    }
}
