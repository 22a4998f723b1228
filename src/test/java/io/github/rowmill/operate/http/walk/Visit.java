package io.github.rowmill.operate.http.walk;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sends nonsense to one operation in one role. */
final class Visit {

    private static final byte[] NO_BODY = new byte[0];

    private static final String JSON = "Content-Type: application/json";

    /** A header without which some operations do nothing. */
    private static final String IF_MATCH = "If-Match";

    /** Valid bodies that do no harm: their tasks and ticks are far in the future. */
    static final Map<String, String> BODIES = Map.ofEntries(
            Map.entry("enqueue", "{\"type\": \"noop\", \"delay\": \"30d\"%s}"),
            Map.entry("enqueueMany", "[{\"type\": \"noop\", \"delay\": \"30d\"%s}]"),
            Map.entry("putSchedule", "{\"type\": \"noop\", \"cron\": \"1 0 1 1 *\"%s}"),
            Map.entry("publish", "{\"delay\": \"30d\"%s}"),
            Map.entry("putSubscriber", "{\"maxAttempts\": 2%s}"),
            Map.entry("setQueueRules", "{\"weight\": 2%s}"),
            Map.entry("beginJob", "{\"action\": \"delete\", \"q\": \"queue:nobody-walk\"%s}"),
            Map.entry("changeTask", "{\"priority\": 1%s}"),
            Map.entry("retryTask", "{\"attempts\": 2%s}"),
            Map.entry("signalTask", "{\"payload\": 1%s}"),
            Map.entry("signalTaskOfKey", "{\"payload\": 1%s}"),
            // The room is too large, because a valid claim might wait.
            Map.entry("claimWork", "{\"types\": [\"nobody-walk\"], \"room\": 1000%s}"),
            Map.entry("renewWork", "{\"leases\": [\"1:1\"]%s}"),
            Map.entry("settleWork", "{\"verdicts\": [{\"lease\": \"1:1\", \"outcome\": \"released\"}]%s}"),
            Map.entry("recordStep", "{\"lease\": \"1:1\", \"name\": \"walk\"%s}"));

    /** Names of the payload in bodies that have one. */
    private static final Set<String> PAYLOADS = Set.of("payload", "details");

    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "NOBODY");

    private final Wire wire;
    private final Described operation;
    private final String role;
    private final List<String> identity;
    private final long id;
    private final Faults seen;

    Visit(Wire wire, String role, Described operation, Rows rows, Faults seen) {
        this.seen = seen;
        this.wire = wire;
        this.role = role;
        this.operation = operation;
        this.identity = role.equals("anonymous")
                ? List.of()
                : List.of("Authorization: Basic "
                        + Base64.getEncoder()
                                .encodeToString(
                                        "%s:%s-secret".formatted(role, role).getBytes(StandardCharsets.UTF_8)));
        this.id = rows.insert(TaskRow.of("noop").queue("walk").runAt("now() + interval '30 d'"));
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
            for (String twice : List.of(name, name + "=1&" + name + "=2", name + "=&" + name + "=x", name + "[]=1")) {
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
                send(operation.method(), path("", "") + query("", ""), List.of(name + ": " + value, JSON), body(""));
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
                    send(operation.method(), path("", ""), List.of(JSON), body(", \"%s\": %s".formatted(field, value)));
                }
                send(operation.method(), path("", ""), List.of(JSON), alone(field, value));
            }
        }
    }

    /** Sends a payload that has a class, with nonsense in place of its text, of its number, and of itself. */
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

    /** Returns the valid body with this field. The field replaces the one of the valid body, if there is one. */
    private byte[] alone(String field, String value) {
        String right = BODIES.get(operation.id()).formatted("");
        String without = right.replaceFirst("\"%s\": (\"[^\"]*\"|\\d+|\\[[^\\]]*\\])(, )?".formatted(field), "");
        String object = without.replaceFirst("\\{", "{\"%s\": ".formatted(field) + value.replace("\\", "\\\\") + ", ");
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
        if (operation.inHeader().contains(IF_MATCH) && headers.stream().noneMatch(one -> one.startsWith(IF_MATCH))) {
            all.add(IF_MATCH + ": *");
        }
        check(text(headers, body), method, target, wire.send(method, target, all, body));
    }

    private String text(List<String> headers, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        return "%s %s".formatted(headers, text.substring(0, Math.min(200, text.length())));
    }

    private void check(String what, String method, String target, Wire.Answer answer) {
        seen.count("requests");
        seen.count(String.valueOf(answer.status()));
        seen.fault(method, answer)
                .ifPresent(fault -> seen.faults.add("%s as %s: %s %s %s: %s%n%s %s"
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
