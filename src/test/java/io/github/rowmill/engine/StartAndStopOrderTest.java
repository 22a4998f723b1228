package io.github.rowmill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.ObserverMethod;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the places of Rowmill's observers among those of the platform and of the application. */
@QuarkusTest
@TestProfile(BusyNode.class)
class StartAndStopOrderTest {

    /** Stands for an application that wants to be first. */
    @Singleton
    static class Eager {

        void stop(@Observes @Priority(1) ShutdownEvent stopping) {}
    }

    @Inject
    BeanManager beans;

    @Test
    void checksThatMayRefuseTheStartRunBeforeTheScheduler() {
        List<String> order = order(new StartupEvent());

        assertThat(order).containsSubsequence("Engine", "UnhandledTypes", "SimpleScheduler", "Engine");
    }

    @Test
    void theDrainRunsBeforeStopObserversOfTheApplication() {
        assertThat(order(new ShutdownEvent())).startsWith("Engine").containsSubsequence("Eager", "Engine");
    }

    private List<String> order(Object event) {
        return beans.resolveObserverMethods(event).stream()
                .sorted(Comparator.comparingInt(ObserverMethod::getPriority))
                .map(observer -> observer.getBeanClass().getSimpleName())
                .toList();
    }
}
