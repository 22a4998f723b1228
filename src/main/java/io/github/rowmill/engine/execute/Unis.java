package io.github.rowmill.engine.execute;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.Future;

/** Subscribes to what a handler returned. Apart from {@link Awaited}, as not every application has Mutiny. */
final class Unis {

    private Unis() {}

    /** To cancel the future is to cancel the subscription. */
    static Future<?> subscribe(Object uni) {
        return ((Uni<?>) uni).subscribeAsCompletionStage();
    }
}
