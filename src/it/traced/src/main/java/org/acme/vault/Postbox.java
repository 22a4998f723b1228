package org.acme.vault;

import io.quarkus.cache.CacheResult;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/** Sends letters to a channel. The cached {@code count} grows when the cache has been invalidated. */
@ApplicationScoped
public class Postbox {

    private final Emitter<String> letters;
    private final AtomicInteger count = new AtomicInteger();

    Postbox(@Channel("letters") Emitter<String> letters) {
        this.letters = letters;
    }

    public void send(String text) {
        letters.send(text).toCompletableFuture().join();
    }

    @CacheResult(cacheName = "letters")
    public int count() {
        return count.incrementAndGet();
    }
}
