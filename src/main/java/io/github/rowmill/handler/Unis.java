package io.github.rowmill.handler;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.Future;

/**
 * Subscribes to a Uni that a handler returned. Separate from {@link Awaited}, because not every application has
 * Mutiny.
 */
final class Unis {

    private Unis() {}

    /** Subscribes to a Uni. Cancelling the future cancels the subscription. */
    static Future<?> subscribe(Object uni) {
        return ((Uni<?>) uni).subscribeAsCompletionStage();
    }
}
