package io.github.rowmill.handler.discovery;

import io.github.rowmill.handler.DeclaredHandlers;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Collects the handlers once, when the first bean needs them. */
@Singleton
class HandlersProducer {

    @Produces
    @Singleton
    DeclaredHandlers collect(Event<HandlerCollector> event) {
        HandlerCollector collector = new HandlerCollector();
        event.fire(collector);
        return new DeclaredHandlers(collector.found());
    }
}
