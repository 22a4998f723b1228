package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
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
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Of each request it is found out who makes it, then what they may do, and only then is its body read: whoever may not do
 * it is told so by the first byte, whatever comes after it. All resources are read off the compiled classes.
 */
@QuarkusTest
@TestProfile(Guarded.class)
class OrderOfRequestsTest {

    private static final String ROOT = "rowmill";

    /** Less than the time that a whole body has. */
    private static final int SECONDS = 20;

    /** Of what is wrong, to be told. */
    private static final int ENOUGH = 5;

    /** Its expression, if it has one, may hold braces. */
    private static final Pattern VARIABLE = Pattern.compile("\\{\\w+(:(?:\\{[^}]*}|[^{}])*)?}");

    /** What a method is given that is not of the body. */
    private static final Set<Class<? extends Annotation>> BESIDES =
            Set.of(PathParam.class, QueryParam.class, HeaderParam.class, CookieParam.class, Context.class);

    private static final Set<Class<?>> CONTEXTS = Set.of(UriInfo.class, io.vertx.core.http.HttpServerRequest.class);

    /** Forms that anybody may send, as they have to, to become somebody. */
    private static final Set<String> OF_ANYBODY = Set.of("SignInResource.signIn", "ZoneResource.choose");

    @Inject
    Vertx vertx;

    @TestHTTPResource("/")
    URI root;

    private record Operation(String name, String method, String path, boolean takesBody, List<Annotation> bindings) {}

    @Test
    void eachResourceThatTakesABodySaysFromWhom() {
        List<Operation> all = operations();

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
    void whoMayNotIsToldSoBeforeTheBodyIsThere(HttpVersion version) throws Exception {
        HttpClientOptions protocol =
                new HttpClientOptions().setProtocolVersion(version).setHttp2ClearTextUpgrade(false);
        List<String> wrong = new ArrayList<>();
        for (Operation operation : operations()) {
            if (!OF_ANYBODY.contains(operation.name()) && wrong.size() < ENOUGH) {
                check(operation, "anonymous", protocol, wrong);
                check(operation, "view", protocol, wrong);
            }
        }

        assertThat(wrong).isEmpty();
    }

    private void check(Operation operation, String role, HttpClientOptions protocol, List<String> wrong)
            throws Exception {
        // On a connection of its own: a server ends one on which many requests were broken off.
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

    private static List<Operation> operations() {
        return new ClassFileImporter()
                .importPath(Paths.get("target/classes/io/github/rowmill/operate")).stream()
                        .filter(type -> type.isAnnotatedWith(Path.class))
                        .flatMap(type -> of(type.reflect()))
                        .toList();
    }

    private static Stream<Operation> of(Class<?> resource) {
        String folder = resource.getAnnotation(Path.class).value();
        assertThat(folder).as(resource.getName()).startsWith(ROOT);
        return Arrays.stream(resource.getDeclaredMethods())
                .flatMap(method -> verb(method).stream()
                        .map(verb -> new Operation(
                                resource.getSimpleName() + "." + method.getName(),
                                verb,
                                path(folder, method),
                                takesBody(method),
                                bindings(method))));
    }

    private static Optional<String> verb(Method method) {
        return Arrays.stream(method.getAnnotations())
                .flatMap(annotation ->
                        Optional.ofNullable(annotation.annotationType().getAnnotation(jakarta.ws.rs.HttpMethod.class))
                                .stream())
                .map(jakarta.ws.rs.HttpMethod::value)
                .findFirst();
    }

    private static String path(String folder, Method method) {
        Path path = method.getAnnotation(Path.class);
        String below = path == null ? "" : path.value().startsWith("/") ? path.value() : "/" + path.value();
        return "/" + VARIABLE.matcher(folder + below).replaceAll("1");
    }

    /** What is neither of the address nor of the headers is of the body. */
    private static boolean takesBody(Method method) {
        return Arrays.stream(method.getParameters()).anyMatch(OrderOfRequestsTest::isOfBody);
    }

    private static boolean isOfBody(Parameter parameter) {
        if (parameter.isAnnotationPresent(BeanParam.class)) {
            return Arrays.stream(parameter.getType().getDeclaredFields())
                    .anyMatch(field -> field.isAnnotationPresent(FormParam.class));
        }
        return !CONTEXTS.contains(parameter.getType()) && BESIDES.stream().noneMatch(parameter::isAnnotationPresent);
    }

    private static List<Annotation> bindings(Method method) {
        return Arrays.stream(method.getAnnotations())
                .filter(annotation -> annotation.annotationType().isAnnotationPresent(NameBinding.class))
                .toList();
    }
}
