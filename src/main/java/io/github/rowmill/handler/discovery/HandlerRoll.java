package io.github.rowmill.handler.discovery;

import io.github.rowmill.handler.DeclaredHandlers;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Calls the roll of the handlers, once, when the first bean needs them. */
@Singleton
class HandlerRoll {

    @Produces
    @Singleton
    DeclaredHandlers call(Event<HandlersWanted> roll) {
        HandlersWanted wanted = new HandlersWanted();
        roll.fire(wanted);
        return new DeclaredHandlers(wanted.found());
    }
}
