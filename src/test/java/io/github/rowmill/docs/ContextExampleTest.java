package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.ContextCarrier;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(Examples.class)
class ContextExampleTest {

    @RequestScoped
    static class CurrentTenant {

        private String id;

        Optional<String> get() {
            return Optional.ofNullable(id);
        }

        void set(String name) {
            id = name;
        }

        void clear() {
            id = null;
        }
    }

    @Alternative
    @ApplicationScoped
    static class TenantCarrier implements ContextCarrier {

        private final CurrentTenant tenant;

        TenantCarrier(CurrentTenant tenant) {
            this.tenant = tenant;
        }

        @Override
        public String name() {
            return "tenant";
        }

        /** Called at each enqueue, on its thread. Returns an empty map if there is no tenant. */
        @Override
        public Map<String, String> capture() {
            return tenant.get().map(id -> Map.of("id", id)).orElse(Map.of());
        }

        /** Called before each attempt, on the thread of its handler. The result runs after the attempt. */
        @Override
        public Runnable restore(Map<String, String> values, TaskContext task) {
            tenant.set(values.get("id"));
            return tenant::clear;
        }

        /** A user who can insert rows must not choose the tenant, so the value is signed. */
        @Override
        public boolean isSigned() {
            return true;
        }
    }

    @ApplicationScoped
    static class Bills {

        private final List<String> sent = new CopyOnWriteArrayList<>();

        @Inject
        CurrentTenant tenant;

        List<String> sent() {
            return sent;
        }

        @Handles("send-bill")
        void send() {
            sent.add(tenant.get().orElse("nobody"));
        }
    }

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    CurrentTenant tenant;

    @Inject
    Bills bills;

    @Test
    void aHandlerRunsForTheTenantThatEnqueuedItsTask() {
        rows.clear();
        tenant.set("acme");
        long id = queue.enqueue(NewTask.of("send-bill")).id();
        tenant.clear();
        mill.runOnce();
        queue.enqueue(NewTask.of("send-bill"));
        mill.runOnce();

        assertThat(rows.of(id, "context -> 'tenant' ->> 'id'")).isEqualTo("acme");
        assertThat(bills.sent()).containsExactly("acme", "nobody");
    }
}
