package io.github.rowmill.feature.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.logging.MDC;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that the context of an enqueue reaches the handlers of its tasks, and no other handlers. */
@QuarkusTest
@TestProfile(Carrying.class)
class CarriedContextTest {

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    @Inject
    TenantCarrier tenant;

    @Inject
    Failures failures;

    @Singleton
    static class Failures {

        private final List<TaskEvent.RoundFailed> heard = new CopyOnWriteArrayList<>();

        void onFailed(@Observes TaskEvent.RoundFailed failed) {
            heard.add(failed);
        }
    }

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @BeforeEach
    void clear() {
        rows.clear();
        failures.heard.clear();
    }

    @AfterEach
    void leave() {
        tenant.leave();
        MDC.remove("requestId");
        MDC.remove("other");
    }

    private NewTask looks(String type) {
        return NewTask.of(type, probes.behave(task -> seen.add(tenant.current() + " " + MDC.get("requestId"))));
    }

    @Test
    void tenantAndNamedMdcKeysReachOnlyTheirOwnTask() {
        tenant.enter("acme");
        MDC.put("requestId", "r-1");
        MDC.put("other", "x");
        long id = queue.enqueue(looks("probe").queue("narrow")).id();
        tenant.leave();
        MDC.remove("requestId");
        queue.enqueue(looks("probe-tx").queue("narrow").priority(1));
        mill.drain();

        assertThat(seen).containsExactly("acme r-1", "null null");
        assertThat(rows.of(id, "context -> 'mdc'")).isEqualTo("{\"requestId\": \"r-1\"}");
    }

    @Test
    void everyAttemptHasTheContext() {
        tenant.enter("acme");
        long id = queue.enqueue(NewTask.of("probe", probes.behave(task -> {
                    seen.add(tenant.current());
                    if (task.attempt() == 1) {
                        throw new IllegalStateException("not yet");
                    }
                    return null;
                })))
                .id();
        mill.runOnce();
        mill.pass(id, Duration.ofHours(1));
        mill.runOnce();

        assertThat(seen).containsExactly("acme", "acme");
        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void aTaskThatAHandlerEnqueuesHasTheSameContext() {
        tenant.enter("acme");
        MDC.put("requestId", "r-1");
        queue.enqueue(NewTask.of("probe", probes.behave(task -> queue.enqueue(looks("probe")))));
        mill.drain();

        assertThat(seen).containsExactly("acme r-1");
    }

    @Test
    void allTasksOfABulkEnqueueCarryTheContext() {
        tenant.enter("acme");
        queue.enqueue(List.of(looks("probe"), looks("probe-tx"), looks("probe-bean")));
        mill.drain();

        assertThat(seen).containsExactly("acme null", "acme null", "acme null");
    }

    @Test
    void aReplacementBringsItsOwnContext() {
        tenant.enter("acme");
        NewTask unique = looks("probe").uniqueKey("one").onDuplicate(OnDuplicate.REPLACE);
        queue.enqueue(unique);
        tenant.enter("globex");
        queue.enqueue(unique);
        mill.drain();

        assertThat(seen).containsExactly("globex null");
    }

    @Test
    void anEnqueueWhoseCarrierFailsIsRefused() {
        tenant.enter("unknown");

        assertThatThrownBy(() -> queue.enqueue(looks("probe"))).hasMessage("there is no such tenant");
        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
    }

    @Test
    void anAttemptWhoseCarrierFailsHasFailedAndItsHandlerIsNotCalled() {
        tenant.enter("gone");
        long id = queue.enqueue(looks("probe")).id();
        mill.runOnce();

        assertThat(seen).isEmpty();
        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(rows.of(id, "error")).contains("the tenant has gone");
    }

    @Test
    void aCarrierThatFailsAfterTheAttemptIsLoggedAndChangesNothing() {
        tenant.enter("sticky");
        long id = queue.enqueue(looks("probe")).id();
        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(failures.heard)
                .anyMatch(failed -> failed.loop().equals("context")
                        && failed.cause().getMessage().equals("the tenant does not go"));
    }

    @Test
    void aTooLargeContextIsRefusedWithTheNamesOfItsCarriers() {
        MDC.put("requestId", "x".repeat(70_000));

        assertThatThrownBy(() -> queue.enqueue(looks("probe")))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("context: must have at most 65536 bytes, has 70")
                .hasMessageContaining("carried by [mdc, trace]");
    }

    @Test
    void aLargeContextBelowTheLimitIsAccepted() {
        MDC.put("requestId", "\u20ac\"\\".repeat(8_000));
        long id = queue.enqueue(looks("probe")).id();

        assertThat(rows.number("select octet_length(cast(context as text)) from rowmill_task where id = " + id))
                .isBetween(50_000L, 65_536L);
    }

    @Test
    void invalidCharactersInTheContextAreReplaced() {
        MDC.put("requestId", "a\u0000b\ud800\nc");
        queue.enqueue(looks("probe"));
        mill.drain();

        assertThat(seen).containsExactly("null a\ufffdb\ufffd\ufffdc");
    }

    @Test
    void tasksRunDespiteAMalformedContextWrittenBySql() {
        List<String> strange =
                new ArrayList<>(List.of("[1]", "7", "null", "{\"mdc\": 3}", "{\"mdc\": {\"requestId\": 5}}"));
        strange.add("{\"mdc\": {\"taskId\": \"9\", \"requestId\": \"sql\"}, \"else\": {\"a\": \"b\"}}");
        for (String context : strange) {
            long id = queue.enqueue(looks("probe").queue("narrow")).id();
            rows.execute("update rowmill_task set context = '%s' where id = %d".formatted(context, id));
        }
        mill.drain();

        assertThat(seen).containsExactly("null null", "null null", "null null", "null null", "null null", "null sql");
    }
}
