package io.github.rowmill.operate.http.walk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Walks over the API's description, and sends nonsense to every operation, in every part of a request, in every role: each
 * answer is one that the API means, and no error is without its problem.
 */
@QuarkusTest
@TestProfile(Guarded.class)
class WalkTest {

    private static final byte[] NO_BODY = new byte[0];

    private static final String JSON = "Content-Type: application/json";

    /** Without it some operations do nothing. */
    private static final String IF_MATCH = "If-Match";

    /** Right in all, far off, and of no harm. */
    private static final Map<String, String> BODIES = Map.of(
            "enqueue", "{\"type\": \"noop\", \"delay\": \"30d\"%s}",
            "enqueueMany", "[{\"type\": \"noop\", \"delay\": \"30d\"%s}]",
            "putSchedule", "{\"type\": \"noop\", \"cron\": \"1 0 1 1 *\"%s}",
            "setQueueRules", "{\"weight\": 2%s}",
            "beginJob", "{\"action\": \"delete\", \"q\": \"queue:nobody-walk\"%s}",
            "changeTask", "{\"priority\": 1%s}",
            "retryTask", "{\"attempts\": 2%s}");

    /** What the payload is called where a body has one. */
    private static final Set<String> PAYLOADS = Set.of("payload", "details");

    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "NOBODY");

    private static final Set<String> TYPES = Stream.concat(
                    Stream.of("about:blank"),
                    Arrays.stream(Problem.Kind.values()).map(Problem.Kind::type))
            .collect(Collectors.toSet());

    /** Bodies that were refused before a route was asked: by the HTTP server, or as HTTP has none there. */
    private static final Set<Integer> MAY_BE_BARE = Set.of(400, 414, 431);

    @TestHTTPResource("/")
    URI root;

    @Inject
    Rows rows;

    private final ObjectMapper json = new ObjectMapper();
    private final Map<String, AtomicInteger> counts = Collections.synchronizedMap(new TreeMap<>());
    private final Collection<String> faults = new ConcurrentLinkedQueue<>();

    @AfterEach
    void clear() {
        rows.execute("delete from rowmill_job_task");
        rows.execute("delete from rowmill_job");
        rows.clear();
        rows.execute("delete from rowmill_queue where declared_by is null");
        rows.execute("delete from rowmill_schedule where declared_by is null");
    }

    @Test
    void whateverIsSentEveryAnswerIsOneThatTheApiMeans() throws IOException {
        List<Described> operations = Described.all(Path.of("docs/openapi.yaml"));
        assertThat(operations).hasSizeGreaterThan(20);
        assertThat(operations)
                .filteredOn(Described::hasBody)
                .extracting(Described::id)
                .containsAll(BODIES.keySet());
        assertThat(BODIES.keySet())
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

        System.out.println("WalkTest: " + counts);
        assertThat(faults).isEmpty();
        assertThat(counts.get("requests").get()).isGreaterThan(5_000);
        assertThat(counts).containsKeys("200", "201", "400", "401", "403", "404", "405", "413", "422");
    }

    /** Else the test above would be worth nothing. */
    @Test
    void whatTheApiDoesNotMeanIsFound() {
        String problem = "{\"type\": \"%s\", \"title\": \"t\", \"status\": %d, \"detail\": \"d\"}";
        String known = problem.formatted("urn:rowmill:invalid-request", 400);

        assertThat(fault("GET", answer(400, known))).isEmpty();
        assertThat(fault("GET", answer(200, "{}"))).isEmpty();
        assertThat(fault("GET", answer(204, ""))).isEmpty();
        assertThat(fault("GET", answer(500, problem.formatted("urn:rowmill:internal-error", 500))))
                .isPresent();
        assertThat(fault("GET", answer(503, ""))).isPresent();
        assertThat(fault("GET", answer(404, ""))).isPresent();
        assertThat(fault("GET", answer(422, known))).isPresent();
        assertThat(fault("GET", answer(400, problem.formatted("urn:rowmill:nobody", 400))))
                .isPresent();
        assertThat(fault("GET", answer(400, "{"))).isPresent();
        assertThat(fault("GET", answer(200, "{"))).isPresent();
        assertThat(fault("GET", answer(200, "{}", "X-Injected: 1"))).isPresent();
        assertThat(fault("GET", answer(201, "{}", "Location: /a\u0007b"))).isPresent();
        assertThat(fault("GET", answer(201, "{}", "Location: /a\nb"))).isPresent();
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
                    new Visit(wire, role, operation).walk();
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One operation in one role. */
    private final class Visit {

        private final Wire wire;
        private final Described operation;
        private final String role;
        private final List<String> identity;
        private final long id;

        Visit(Wire wire, String role, Described operation) {
            this.wire = wire;
            this.role = role;
            this.operation = operation;
            this.identity = role.equals("anonymous")
                    ? List.of()
                    : List.of("Authorization: Basic "
                            + Base64.getEncoder()
                                    .encodeToString(
                                            "%s:%s-secret".formatted(role, role).getBytes(StandardCharsets.UTF_8)));
            this.id = rows.number(
                    "insert into rowmill_task (type, queue, run_at) values ('noop', 'walk', now() + interval '30 d') returning id");
            rows.execute(
                    "insert into rowmill_schedule (name, type, cron) values ('walk', 'noop', '1 0 1 1 *') on conflict do nothing");
        }

        void walk() throws IOException {
            walkPath();
            walkQuery();
            walkHeaders();
            walkMethods();
            walkBody();
            walkPayload();
        }

        private void walkPath() throws IOException {
            for (String name : operation.inPath()) {
                for (String value : Nonsense.IN_A_TARGET) {
                    send(operation.method(), path(name, value) + query("", ""), List.of(JSON), body(""));
                }
            }
        }

        private void walkQuery() throws IOException {
            for (String name : operation.inQuery()) {
                for (String value : Nonsense.IN_A_TARGET) {
                    send(operation.method(), path("", "") + query(name, name + "=" + value), List.of(JSON), body(""));
                }
                for (String value : Nonsense.IN_A_QUERY) {
                    send(operation.method(), path("", "") + query(name, name + "=" + value), List.of(JSON), body(""));
                }
                for (String twice :
                        List.of(name, name + "=1&" + name + "=2", name + "=&" + name + "=x", name + "[]=1")) {
                    send(operation.method(), path("", "") + query(name, twice), List.of(JSON), body(""));
                }
            }
            send(operation.method(), path("", "") + query("", "") + "&nobody=1&=&&%00=%00", List.of(JSON), body(""));
        }

        private void walkHeaders() throws IOException {
            for (String header : Nonsense.headers()) {
                List<String> headers = header.startsWith("Content-Type:") ? List.of(header) : List.of(header, JSON);
                send(operation.method(), path("", "") + query("", ""), headers, body(""));
            }
            for (String name : operation.inHeader()) {
                for (String value : Nonsense.IN_A_HEADER) {
                    send(
                            operation.method(),
                            path("", "") + query("", ""),
                            List.of(name + ": " + value, JSON),
                            body(""));
                }
            }
            for (String value : Nonsense.OF_AUTHORIZATION) {
                check(
                        "Authorization: " + value,
                        operation.method(),
                        path("", "") + query("", ""),
                        wire.send(
                                operation.method(),
                                path("", "") + query("", ""),
                                List.of("Authorization: " + value, JSON),
                                body("")));
            }
        }

        private void walkMethods() throws IOException {
            for (String method : METHODS) {
                if (!method.equals("DELETE")) {
                    send(method, path("", ""), List.of(JSON), method.startsWith("P") ? body("") : NO_BODY);
                }
            }
        }

        private void walkBody() throws IOException {
            for (Map.Entry<String, byte[]> body : Nonsense.bodies().entrySet()) {
                send(operation.method(), path("", "") + query("", ""), List.of(JSON), body.getValue());
            }
            for (String field : operation.fields()) {
                for (String value : Nonsense.OF_JSON) {
                    if (new String(body(""), StandardCharsets.UTF_8).contains("\"" + field + "\"")) {
                        send(
                                operation.method(),
                                path("", ""),
                                List.of(JSON),
                                body(", \"%s\": %s".formatted(field, value)));
                    }
                    send(operation.method(), path("", ""), List.of(JSON), alone(field, value));
                }
            }
        }

        /** A payload with a class: nonsense in the place of its text, of its number, and of itself. */
        private void walkPayload() throws IOException {
            for (String field : PAYLOADS) {
                for (String value : operation.fields().contains(field) ? Nonsense.OF_JSON : List.<String>of()) {
                    for (String payload : List.of(
                            "%s",
                            "{\"account\": %s, \"name\": \"n\"}", "{\"account\": \"a\", \"name\": \"n\", \"n\": %s}")) {
                        String body = new String(alone(field, payload.formatted(value)), StandardCharsets.UTF_8)
                                .replace("\"noop\"", "\"event\"");
                        send(operation.method(), path("", ""), List.of(JSON), body.getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        }

        private byte[] body(String more) {
            String body = BODIES.get(operation.id());
            return body == null ? NO_BODY : body.formatted(more).getBytes(StandardCharsets.UTF_8);
        }

        /** The field in the place of the one that the right body has, if it has one. */
        private byte[] alone(String field, String value) {
            String right = BODIES.get(operation.id()).formatted("");
            String without = right.replaceFirst("\"%s\": (\"[^\"]*\"|\\d+)(, )?".formatted(field), "");
            String object =
                    without.replaceFirst("\\{", "{\"%s\": ".formatted(field) + value.replace("\\", "\\\\") + ", ");
            return object.replace(", }", "}").getBytes(StandardCharsets.UTF_8);
        }

        private String path(String name, String value) {
            String path = operation.path();
            for (String parameter : operation.inPath()) {
                String right = parameter.equals("id") ? String.valueOf(id) : "walk";
                path = path.replace("{" + parameter + "}", parameter.equals(name) ? value : right);
            }
            return path;
        }

        private String query(String name, String value) {
            String needed =
                    operation.inQuery().contains("concurrency") && !name.equals("concurrency") ? "&concurrency=5" : "";
            return "?" + value + needed;
        }

        private void send(String method, String target, List<String> headers, byte[] body) throws IOException {
            List<String> all = new ArrayList<>(identity);
            all.addAll(headers);
            if (operation.inHeader().contains(IF_MATCH)
                    && headers.stream().noneMatch(one -> one.startsWith(IF_MATCH))) {
                all.add(IF_MATCH + ": *");
            }
            check(text(headers, body), method, target, wire.send(method, target, all, body));
        }

        private String text(List<String> headers, byte[] body) {
            String text = new String(body, StandardCharsets.UTF_8);
            return "%s %s".formatted(headers, text.substring(0, Math.min(200, text.length())));
        }

        private void check(String what, String method, String target, Wire.Answer answer) {
            count("requests");
            count(String.valueOf(answer.status()));
            fault(method, answer)
                    .ifPresent(fault -> faults.add("%s as %s: %s %s %s: %s%n%s %s"
                            .formatted(
                                    operation.id(),
                                    role,
                                    method,
                                    target.substring(0, Math.min(200, target.length())),
                                    what.substring(0, Math.min(300, what.length())),
                                    fault,
                                    answer.head(),
                                    answer.text())));
        }
    }

    private void count(String what) {
        counts.computeIfAbsent(what, none -> new AtomicInteger()).incrementAndGet();
    }

    /** What is wrong with an answer. */
    private Optional<String> fault(String method, Wire.Answer answer) {
        if (answer.status() >= 500) {
            return Optional.of("a fault of the server");
        }
        if (answer.head().stream().anyMatch(line -> line.chars().anyMatch(c -> c < ' ' || c == 0x7F))) {
            return Optional.of("a control character in a header");
        }
        if (answer.header("X-Injected").isPresent()) {
            return Optional.of("a header that somebody else wrote");
        }
        if (answer.status() < 400 || method.equals("HEAD")) {
            return answer.body().length == 0 ? Optional.empty() : unread(answer);
        }
        if (answer.body().length == 0 && MAY_BE_BARE.contains(answer.status())) {
            count(answer.status() + " bare");
            return Optional.empty();
        }
        return notAProblem(answer);
    }

    private Optional<String> unread(Wire.Answer answer) {
        try {
            json.readTree(answer.body());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("no JSON: " + e.getMessage());
        }
    }

    private Optional<String> notAProblem(Wire.Answer answer) {
        if (!answer.header("Content-Type").orElse("").startsWith(Problem.MEDIA_TYPE)) {
            return Optional.of("an error that is no problem");
        }
        try {
            JsonNode problem = json.readTree(answer.text());
            boolean isOne = TYPES.contains(problem.path("type").asText())
                    && problem.path("status").asInt() == answer.status()
                    && !problem.path("title").asText().isEmpty()
                    && !problem.path("detail").asText().isEmpty();
            return isOne ? Optional.empty() : Optional.of("a problem that lacks something");
        } catch (JsonProcessingException e) {
            return Optional.of("a problem that cannot be read");
        }
    }
}
