package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import jakarta.inject.Inject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks the order of the steps of a request: the caller is authenticated, then the permissions are checked, and only
 * then is the body read. A caller without permission is refused at the first byte of the body. All resources are read
 * from the compiled classes.
 */
@QuarkusTest
@TestProfile(Guarded.class)
class OrderOfRequestsTest {

    /** Less than the time limit of a whole body. */
    private static final int SECONDS = 20;

    /** Wrong answers after which no more operations are checked. */
    private static final int ENOUGH = 5;

    /** Forms that callers may send without credentials, for example to sign in. */
    private static final Set<String> OF_ANYBODY = Set.of("SignInResource.signIn", "ZoneResource.choose");

    @Inject
    Vertx vertx;

    @TestHTTPResource("/")
    URI root;

    @Test
    void eachResourceWithABodyDeclaresItsPermission() {
        List<Operation> all = Operation.all();

        assertThat(all).hasSizeGreaterThan(60);
        assertThat(all.stream().filter(Operation::takesBody))
                .hasSizeGreaterThan(15)
                .allSatisfy(operation ->
                        assertThat(operation.bindings()).as(operation.name()).hasSize(1));
        assertThat(all.stream().filter(operation -> !operation.takesBody()))
                .allSatisfy(operation -> assertThat(operation.bindings())
                        .as("%s takes no body", operation.name())
                        .isEmpty());
        assertThat(all.stream()
                        .filter(operation -> operation.bindings().toString().contains("Anybody"))
                        .map(Operation::name))
                .containsExactlyInAnyOrderElementsOf(OF_ANYBODY);
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpVersion.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void aCallerWithoutRightsIsRefusedBeforeTheBodyArrives(HttpVersion version) throws Exception {
        HttpClientOptions protocol =
                new HttpClientOptions().setProtocolVersion(version).setHttp2ClearTextUpgrade(false);
        List<String> wrong = new ArrayList<>();
        for (Operation operation : Operation.all()) {
            if (!OF_ANYBODY.contains(operation.name()) && wrong.size() < ENOUGH) {
                check(operation, "anonymous", protocol, wrong);
                check(operation, "view", protocol, wrong);
            }
        }

        assertThat(wrong).isEmpty();
    }

    private void check(Operation operation, String role, HttpClientOptions protocol, List<String> wrong)
            throws Exception {
        // Each request has its own connection: a server closes one on which many requests were broken off.
        HttpClient client = vertx.createHttpClient(protocol);
        String status;
        try {
            status = statusBeforeTheBody(client, operation, role);
        } finally {
            client.close();
        }
        Set<String> right = new TreeSet<>();
        if (operation.takesBody()) {
            right.addAll(role.equals("view") ? Set.of("403") : Set.of("401", "303"));
        }
        boolean isRight = right.isEmpty() ? status.matches("[234]\\d\\d") : right.contains(status);
        if (!isRight) {
            wrong.add("%s of %s: %s".formatted(operation.name(), role, status));
        }
    }

    private String statusBeforeTheBody(HttpClient client, Operation operation, String role) throws Exception {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(operation.method()))
                .setHost(root.getHost())
                .setPort(root.getPort())
                .setURI(operation.path());
        HttpClientRequest request = client.request(options)
                .toCompletionStage()
                .toCompletableFuture()
                .get(SECONDS, TimeUnit.SECONDS);
        boolean isForm = !operation.path().contains("/api/");
        request.putHeader("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json")
                .putHeader("Content-Length", "1000");
        if (!role.equals("anonymous")) {
            byte[] pair = (role + ":" + role + "-secret").getBytes(StandardCharsets.UTF_8);
            request.putHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        request.write(" ");
        try {
            HttpClientResponse answer =
                    request.response().toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
            return String.valueOf(answer.statusCode());
        } catch (TimeoutException e) {
            return "waited for the body";
        } catch (ExecutionException e) {
            return "not answered: " + e.getCause();
        } finally {
            request.reset();
        }
    }
}
