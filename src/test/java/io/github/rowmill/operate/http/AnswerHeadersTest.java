package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the headers of answers: browsers and proxies must not store them, and browsers must not guess their type. */
@QuarkusTest
@TestProfile(Guarded.class)
class AnswerHeadersTest {

    private static final List<String> BOTH = List.of("no-store", "nosniff");

    @TestHTTPResource("/")
    URI root;

    /** Covers all resources, for callers with and without the permission. */
    @ParameterizedTest
    @ValueSource(strings = {"admin", "view", "anonymous"})
    void answersOfEachResourceHaveTheHeaders(String user) {
        List<String> without = new ArrayList<>();
        for (Operation operation : Operation.all()) {
            boolean isForm = !operation.path().contains("/api/");
            Response answer = Guarded.as(user)
                    .redirects()
                    .follow(false)
                    .contentType(isForm ? ContentType.URLENC : ContentType.JSON)
                    .request(operation.method(), operation.path());
            if (!headers(answer).equals(BOTH)) {
                without.add("%s: %s with %s".formatted(operation.name(), answer.statusCode(), headers(answer)));
            }
        }

        assertThat(without).isEmpty();
    }

    private static List<String> headers(Response answer) {
        List<String> all = new ArrayList<>(answer.headers().getValues("Cache-Control"));
        all.addAll(answer.headers().getValues("X-Content-Type-Options"));
        return all;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /rowmill",
                "GET /rowmill/nothing",
                "GET /rowmill/api/nothing",
                "PUT /rowmill/api/tasks",
                "GET /rowmill/live?page=none"
            })
    void answersWithoutAResourceHaveTheHeaders(String request) {
        String[] parts = request.split(" ");
        Response answer = Guarded.as("admin").redirects().follow(false).request(parts[0], parts[1]);

        assertThat(headers(answer)).as(answer.statusLine()).isEqualTo(BOTH);
    }

    @Test
    void aLiveStreamHasTheHeaders() throws Exception {
        HttpRequest watch = HttpRequest.newBuilder(root.resolve("/rowmill/live?page=tasks"))
                .header("Authorization", HostileCallers.authorization("admin"))
                .build();
        HttpResponse<InputStream> answer = HttpClient.newHttpClient().send(watch, BodyHandlers.ofInputStream());

        try (InputStream stream = answer.body()) {
            assertThat(stream.read()).isPositive();
            assertThat(answer.headers().allValues("Cache-Control")).containsExactly("no-store");
            assertThat(answer.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        }
    }
}
