package io.github.rowmill.operate.http.walk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.operate.http.json.Problem;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts the answers of a walk, and collects those that the API does not intend. */
final class Faults {

    private static final Set<String> TYPES = Stream.concat(
                    Stream.of("about:blank"),
                    Arrays.stream(Problem.Kind.values()).map(Problem.Kind::type))
            .collect(Collectors.toSet());

    /**
     * Statuses of answers that may have no body: the HTTP server refused the request before a route was chosen, or HTTP
     * allows none.
     */
    private static final Set<Integer> MAY_BE_BARE = Set.of(400, 414, 431);

    private final ObjectMapper json = new ObjectMapper();

    final Map<String, AtomicInteger> counts = Collections.synchronizedMap(new TreeMap<>());

    final Collection<String> faults = new ConcurrentLinkedQueue<>();

    void count(String what) {
        counts.computeIfAbsent(what, none -> new AtomicInteger()).incrementAndGet();
    }

    /** Returns the fault of an answer, or empty if it has none. */
    Optional<String> fault(String method, Wire.Answer answer) {
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
