package io.github.rowmill.operate.http.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.Side;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Guarded;
import io.github.rowmill.operate.http.json.Problem;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Walks over the API's description and sends nonsense to every operation, in every part of a request and in every role.
 * Each answer must be one that the API intends. Each error must come with its problem.
 */
@QuarkusTest
@TestProfile(Guarded.class)
class WalkTest {

    @TestHTTPResource("/")
    URI root;

    @Inject
    Rows rows;

    private final Faults seen = new Faults();

    @AfterEach
    void clear() {
        rows.execute("delete from rowmill_job_task");
        rows.execute("delete from rowmill_job");
        rows.clear();
        rows.execute("delete from rowmill_queue where declared_by is null");
        rows.execute("delete from rowmill_schedule where declared_by is null");
        rows.execute("delete from rowmill_subscription where declared_by is null");
    }

    /** Sends several thousand requests, so its time grows with the API. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void nonsenseRequestsGetOnlyIntendedAnswers() throws IOException {
        List<Described> operations = Described.all(Path.of("docs/openapi.yaml"));
        assertThat(operations).hasSizeGreaterThan(20);
        assertThat(operations)
                .filteredOn(Described::hasBody)
                .extracting(Described::id)
                .containsAll(Visit.BODIES.keySet());
        assertThat(Visit.BODIES.keySet())
                .containsAll(operations.stream()
                        .filter(Described::hasBody)
                        .map(Described::id)
                        .toList());

        CompletableFuture.allOf(
                        Side.run(() -> walk(operations, List.of("admin"))),
                        Side.run(() -> walk(
                                operations,
                                Guarded.ROLES.stream()
                                        .filter(role -> !role.equals("admin"))
                                        .toList())))
                .join();

        System.out.println("WalkTest: " + seen.counts);
        assertThat(seen.faults).isEmpty();
        assertThat(seen.counts.get("requests").get()).isGreaterThan(5_000);
        assertThat(seen.counts).containsKeys("200", "201", "400", "401", "403", "404", "405", "413", "422");
    }

    /** Otherwise the test above would prove nothing. */
    @Test
    void theCheckFindsUnintendedAnswers() {
        String problem = "{\"type\": \"%s\", \"title\": \"t\", \"status\": %d, \"detail\": \"d\"}";
        String known = problem.formatted("urn:rowmill:invalid-request", 400);

        assertThat(seen.fault("GET", answer(400, known))).isEmpty();
        assertThat(seen.fault("GET", answer(200, "{}"))).isEmpty();
        assertThat(seen.fault("GET", answer(204, ""))).isEmpty();
        assertThat(seen.fault("GET", answer(500, problem.formatted("urn:rowmill:internal-error", 500))))
                .isPresent();
        assertThat(seen.fault("GET", answer(503, ""))).isPresent();
        assertThat(seen.fault("GET", answer(404, ""))).isPresent();
        assertThat(seen.fault("GET", answer(422, known))).isPresent();
        assertThat(seen.fault("GET", answer(400, problem.formatted("urn:rowmill:nobody", 400))))
                .isPresent();
        assertThat(seen.fault("GET", answer(400, "{"))).isPresent();
        assertThat(seen.fault("GET", answer(200, "{"))).isPresent();
        assertThat(seen.fault("GET", answer(200, "{}", "X-Injected: 1"))).isPresent();
        assertThat(seen.fault("GET", answer(201, "{}", "Location: /a\u0007b"))).isPresent();
        assertThat(seen.fault("GET", answer(201, "{}", "Location: /a\nb"))).isPresent();
    }

    private static Wire.Answer answer(int status, String body, String... headers) {
        List<String> head = new ArrayList<>(List.of(headers));
        head.add("Content-Type: " + Problem.MEDIA_TYPE);
        return new Wire.Answer(status, head, body.getBytes(StandardCharsets.UTF_8));
    }

    private void walk(List<Described> operations, List<String> roles) {
        try (Wire wire = new Wire(root.getHost(), root.getPort())) {
            for (String role : roles) {
                for (Described operation : operations) {
                    new Visit(wire, role, operation, rows, seen).walk();
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
