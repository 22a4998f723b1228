package io.github.rowmill.operate.http.body;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import io.github.rowmill.operate.http.Api;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class LimitsTest {

    private static final int KILO = 1024;

    @TestHTTPResource(Api.TASKS)
    URI tasks;

    @ParameterizedTest(name = "{0} KB")
    @ValueSource(ints = {257, 400, 1_000})
    void aPayloadThatIsTooLargeIsRefused(int kilobytes) {
        String name = "n".repeat(kilobytes * KILO);

        Api.enqueue("{\"type\": \"event\", \"payload\": {\"account\": \"a\", \"name\": \"%s\"}}".formatted(name))
                .statusCode(413)
                .contentType("application/problem+json")
                .body("type", is("urn:rowmill:too-large"));
    }

    @Test
    void aBodyWithTooLargeContentLengthIsNotRead() throws IOException {
        String head =
                "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                        .formatted(Api.TASKS, 11 * KILO * KILO);

        try (Socket socket = new Socket(tasks.getHost(), tasks.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer)
                    .startsWith("HTTP/1.1 413")
                    .containsIgnoringCase("content-type: application/problem+json")
                    .contains("urn:rowmill:too-large");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /rowmill/api/nothing",
                "PUT /rowmill/api/tasks",
                "POST /rowmill/api/tasks/0/run",
                "POST /rowmill/logout"
            })
    void anUnreadBodyIsNotParsedAsTheNextRequest(String request) throws IOException {
        String first = request + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(200_000);
        String second = "GET /rowmill/api/tasks/count HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

        try (Socket socket = new Socket(tasks.getHost(), tasks.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write((first + second).getBytes(StandardCharsets.US_ASCII));
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answers).doesNotStartWith("HTTP/1.1 200").contains("HTTP/1.1 200", "\"count\"");
        }
    }

    @Test
    void aBodyOfUnknownLengthIsReadUpToTheLimitOnly() throws Exception {
        HttpRequest blanks = HttpRequest.newBuilder(tasks)
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(20))
                .POST(BodyPublishers.ofInputStream(Blanks::new))
                .build();

        HttpResponse<String> answer = HttpClient.newHttpClient().send(blanks, BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    }

    /** Two megabytes of white space. The server does not get their length in advance. */
    private static final class Blanks extends InputStream {

        private int left = 2 * KILO * KILO;

        @Override
        public int read() {
            return left-- > 0 ? ' ' : -1;
        }
    }

    @ParameterizedTest(name = "{0} levels")
    @ValueSource(ints = {101, 102, 103, 400})
    void aPayloadThatIsTooDeepIsRefused(int levels) {
        String payload = "[".repeat(levels) + "]".repeat(levels);

        Api.enqueue("{\"type\": \"noop\", \"payload\": %s}".formatted(payload)).statusCode(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"999999999999999999d", "99999999999999999999999d", "PT9999999999999999999S", "-1s", "200000d"})
    void aDurationThatIsTooLongIsRefusedByItsField(String duration) {
        Api.enqueue("{\"type\": \"noop\", \"delay\": \"%s\"}".formatted(duration))
                .statusCode(400)
                .body("violations[0].field", is("delay"))
                .body("violations[0].message", startsWith("must be"));
    }

    @Test
    void aPayloadOfAHundredLevelsIsAccepted() {
        String payload = "[".repeat(100) + "]".repeat(100);

        Api.enqueue("{\"type\": \"noop\", \"delay\": \"1d\", \"payload\": %s}".formatted(payload))
                .statusCode(201);
    }

    @Test
    void bytesThatAreNoTextAreRefused() {
        given().contentType(ContentType.JSON)
                .body(new byte[] {'"', (byte) 0xc3, '"'})
                .post(Api.TASKS)
                .then()
                .statusCode(400);
    }
}
