package io.github.rowmill.chaos.site;

import java.time.Duration;

/**
 * The effect of a proxy on the connections through it.
 *
 * @param open whether new connections are accepted
 * @param toServer whether bytes pass towards the server; if not, they are held back
 * @param toClient whether bytes pass towards the client; if not, they are held back
 * @param swallows whether bytes vanish both ways, with no sign of it to either side
 * @param delay before a piece passes
 * @param jitter the largest random addition to the delay
 */
public record Weather(
        boolean open, boolean toServer, boolean toClient, boolean swallows, Duration delay, Duration jitter) {

    /** Lets everything pass. */
    public static final Weather CLEAR = new Weather(true, true, true, false, Duration.ZERO, Duration.ZERO);

    public static final Weather STALLED_TO_SERVER = new Weather(true, false, true, false, Duration.ZERO, Duration.ZERO);

    public static final Weather STALLED_TO_CLIENT = new Weather(true, true, false, false, Duration.ZERO, Duration.ZERO);

    /** Loses all bytes both ways, without a sign of it to either side. */
    public static final Weather HALF_OPEN = new Weather(true, true, true, true, Duration.ZERO, Duration.ZERO);

    /** Keeps old connections, and refuses new ones. */
    public static final Weather REFUSING = new Weather(false, true, true, false, Duration.ZERO, Duration.ZERO);

    public static Weather delayed(Duration delay, Duration jitter) {
        return new Weather(true, true, true, false, delay, jitter);
    }
}
