package io.github.rowmill.machine;

/**
 * The answer of a sleep, or of a wait for a signal.
 *
 * @param isOver whether the handler goes on; if not, the attempt has ended, and its worker is free
 * @param payload the payload of the signal; null if none was received
 */
record Pause(boolean isOver, Integer payload) {

    static final Pause SUSPENDED = new Pause(false, null);

    static Pause over(Integer payload) {
        return new Pause(true, payload);
    }
}
