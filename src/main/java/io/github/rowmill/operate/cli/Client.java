package io.github.rowmill.operate.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.rowmill.operate.cli.terminal.CommandFailedException;
import io.github.rowmill.operate.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Calls the API of a node. It follows no redirect, which would send the token to another address. */
final class Client {

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** Longest wait for an answer. A node waits less for its database. */
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private static final String API = "/rowmill/api";
    private static final int FIRST_NO_SUCCESS = 300;
    private static final int UNAUTHORIZED = 401;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final String url;
    private final @Nullable String token;

    /**
     * Creates a client for the application at {@code url}, which includes its {@code quarkus.http.root-path} and
     * {@code quarkus.rest.path}.
     */
    Client(String url, @Nullable String token) {
        this.url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.token = token;
    }

    String get(String path, Map<String, String> parameters) {
        return call("GET", path, parameters, HttpRequest.BodyPublishers.noBody());
    }

    String post(String path, Map<String, String> parameters) {
        return call("POST", path, parameters, HttpRequest.BodyPublishers.noBody());
    }

    String post(String path, JsonNode body) {
        return call("POST", path, Map.of(), HttpRequest.BodyPublishers.ofString(body.toString()));
    }

    private String call(String method, String path, Map<String, String> parameters, HttpRequest.BodyPublisher body) {
        HttpRequest.Builder request = request(API + path + query(parameters))
                .method(method, body)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json");
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<String> response = send(request.build());
        if (response.statusCode() >= FIRST_NO_SUCCESS) {
            throw refused(response);
        }
        return response.body();
    }

    /** Returns the answer to a path outside the API, whatever its status. */
    HttpResponse<String> probe(String path) {
        return send(request(path).build());
    }

    private HttpRequest.Builder request(String path) {
        try {
            return HttpRequest.newBuilder(URI.create(url + path)).timeout(ANSWER);
        } catch (IllegalArgumentException e) {
            throw new CommandFailedException(
                    ExitCode.USAGE, "'%s' is not the URL of a node; example: http://localhost:8080".formatted(url));
        }
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new CommandFailedException(
                    ExitCode.UNREACHABLE,
                    "%s cannot be reached (%s); check the address, and whether the node is up".formatted(url, why));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailedException(ExitCode.FAILED, "interrupted");
        }
    }

    private CommandFailedException refused(HttpResponse<String> response) {
        JsonNode problem = problem(response.body());
        List<String> more = new ArrayList<>();
        problem.path("violations")
                .forEach(each -> more.add(each.path("field").asText() + ": "
                        + each.path("message").asText()));
        if (response.statusCode() == UNAUTHORIZED) {
            more.add("give a token by --token or ROWMILL_TOKEN");
        }
        String detail = problem.path("detail")
                .asText("%s answered %s, and not as Rowmill does; check that it is the address of a node"
                        .formatted(url, response.statusCode()));
        return new CommandFailedException(ExitCode.FAILED, detail, more);
    }

    private static JsonNode problem(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    /** Parses the JSON of an answer. */
    static JsonNode read(String answer) {
        try {
            return JSON.readTree(answer);
        } catch (JsonProcessingException e) {
            throw new CommandFailedException(ExitCode.FAILED, "the answer is not JSON; check the address of the node");
        }
    }

    /** Encodes a name as a segment of a path. */
    static String segment(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String query(Map<String, String> parameters) {
        return parameters.isEmpty()
                ? ""
                : parameters.entrySet().stream()
                        .map(one -> segment(one.getKey()) + "=" + segment(one.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }
}
