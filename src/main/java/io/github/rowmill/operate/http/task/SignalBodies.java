package io.github.rowmill.operate.http.task;

import io.github.rowmill.operate.access.EnqueueRate;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.json.Json;
import jakarta.inject.Singleton;
import java.io.InputStream;

/** Reads signals, and counts them to the rate of the caller. */
@Singleton
class SignalBodies {

    private final Body body;
    private final Json json;
    private final EnqueueRate rate;

    SignalBodies(Body body, Json json, EnqueueRate rate) {
        this.body = body;
        this.json = json;
        this.rate = rate;
    }

    /** Returns the signal of a request. An empty body is a signal without a payload. */
    NewSignalJson read(InputStream stream) {
        String text = body.ofTask(stream);
        NewSignalJson signal = text.isBlank() ? NewSignalJson.EMPTY : json.read(text, NewSignalJson.class);
        rate.take(1);
        return signal;
    }
}
