package io.github.rowmill.bench;

/**
 * The payload of a task of a workload, {@value #SIZE} bytes of JSON.
 * @param sent the time of the enqueue call, in nanoseconds
 * @param text fills the payload up to its size
 */
record TimedPayload(long sent, String text) {

    static final int SIZE = 256;

    private static final String JSON = "{\"sent\":%s,\"text\":\"%s\"}";
    private static final int FIRST_DIGIT = JSON.indexOf('%');

    static TimedPayload of(long sent) {
        return new TimedPayload(sent, "x".repeat(SIZE - JSON.formatted(sent, "").length()));
    }

    /** Returns the JSON, for queues that take text. */
    String json() {
        return JSON.formatted(sent, text);
    }

    /** Returns the time in a payload's JSON. */
    static long sent(String json) {
        return Long.parseLong(json, FIRST_DIGIT, json.indexOf(','), 10);
    }
}
