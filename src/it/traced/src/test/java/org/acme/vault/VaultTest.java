package org.acme.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(Database.class)
class VaultTest {

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @Inject
    TaskQueue queue;

    @Inject
    CurrentIdentityAssociation current;

    @Inject
    Vault vault;

    @Inject
    Exporter exporter;

    @Inject
    DataSource database;

    @Test
    void aHandlerMayDoWhatItsCallerMay() {
        enter("anna", "keeper");

        assertEnds(enqueue("open-vault"), "completed", "");
        assertEnds(enqueue("count-vault"), "completed", "");
        assertThat(vault.opened()).containsExactly("anna");
    }

    @ParameterizedTest
    @ValueSource(strings = {"open-vault", "count-vault"})
    void aHandlerMayNotDoWhatItsCallerMayNot(String type) {
        enter("bob", "visitor");

        assertEnds(enqueue(type), "dead", "ForbiddenException");
    }

    @ParameterizedTest
    @ValueSource(strings = {"open-vault", "count-vault"})
    void aHandlerWithoutACallerIsUnauthorized(String type) throws SQLException {
        long id = Long.parseLong(
                text("insert into rowmill_task (type, max_attempts) values ('%s', 1) returning id".formatted(type)));

        assertEnds(id, "dead", "UnauthorizedException");
    }

    @Test
    void spansReachTheApplicationsExporter() {
        enter("anna", "keeper");
        long id = enqueue("count-vault");
        assertEnds(id, "completed", "");

        await().atMost(DEADLINE).until(() -> !spans(SpanKind.CONSUMER, id).isEmpty());
        SpanData sent = spans(SpanKind.PRODUCER, id).get(0);
        SpanData processed = spans(SpanKind.CONSUMER, id).get(0);
        assertThat(sent.getName()).isEqualTo("send default");
        assertThat(processed.getName()).isEqualTo("process default");
        assertThat(processed.getLinks().get(0).getSpanContext().getSpanId()).isEqualTo(sent.getSpanId());
    }

    private List<SpanData> spans(SpanKind kind, long id) {
        return exporter.spans.getFinishedSpanItems().stream()
                .filter(span -> span.getKind() == kind)
                .filter(span -> span.getAttributes().asMap().toString().contains("messaging.message.id=" + id))
                .toList();
    }

    private void enter(String name, String role) {
        current.setIdentity(QuarkusSecurityIdentity.builder()
                .setPrincipal(new QuarkusPrincipal(name))
                .addRole(role)
                .build());
    }

    private long enqueue(String type) {
        return queue.enqueue(NewTask.of(type)).id();
    }

    private void assertEnds(long id, String status, String error) {
        String row = "select status || coalesce(error, '') from rowmill_task where id = " + id;
        await().atMost(DEADLINE)
                .untilAsserted(() -> assertThat(text(row)).startsWith(status).contains(error));
    }

    private String text(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
