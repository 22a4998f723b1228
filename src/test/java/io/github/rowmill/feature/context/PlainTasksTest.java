package io.github.rowmill.feature.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.opentelemetry.api.OpenTelemetry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.logging.MDC;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests an application that carries nothing. It writes no context, and runs tasks that have the context of others. */
@QuarkusTest
@TestProfile(ByHand.class)
class PlainTasksTest {

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    @Inject
    RowmillConfig config;

    @Inject
    Spans spans;

    @Inject
    Instance<OpenTelemetry> telemetry;

    @BeforeEach
    void clear() {
        rows.clear();
    }

    @Test
    void aNodeWithoutContextSettingsWritesNoContext() {
        MDC.put("requestId", "r-1");
        long id = queue.enqueue(NewTask.of("noop")).id();
        MDC.remove("requestId");

        assertThat(config.context().mdc()).isEmpty();
        assertThat(rows.of(id, "context")).isNull();
        assertThat(mill.runOnce()).isEqualTo(1);
    }

    @Test
    void theApiOfOpenTelemetryAloneMakesNoSpans() {
        assertThat(telemetry.isResolvable()).isFalse();

        assertThat(spans.isOn()).isFalse();
    }

    @Test
    void aTraceAndAnMdcOfAnotherApplicationAreIgnored() {
        List<Object> seen = new CopyOnWriteArrayList<>();
        long id = queue.enqueue(
                        NewTask.of("probe", probes.behave(task -> seen.add(String.valueOf(MDC.get("requestId"))))))
                .id();
        rows.execute("""
                update rowmill_task
                   set context = '{"mdc": {"requestId": "r-1"}, "trace": {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}'
                """);
        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
        assertThat(seen).containsExactly("null");
    }

    @Test
    void anIdentityThatThisNodeCannotVerifyIsRefused() {
        long id = queue.enqueue(NewTask.of("noop")).id();
        rows.execute("""
                update rowmill_task
                   set context = '{"identity": {"name": "anna"}, "signature": {"key": "00000000", "at": "", "of": "identity", "seal": ""}}'
                """);
        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(rows.of(id, "error")).contains("it is signed with the key '00000000', and this node has []");
    }
}
