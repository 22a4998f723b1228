package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends raw requests that no correct client sends. */
@QuarkusTest
class UnreadableRequestsTest {

    @TestHTTPResource("/")
    URI root;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /rowmill/api/tasks?tag=%00 HTTP/1.1\nHost: localhost\n",
                "GET /rowmill/api/tasks HTTP/1.1\n",
                "GET /rowmill/api/tasks HTTP/1.1\nHost: a b\n",
                "POST /rowmill/api/tasks HTTP/1.1\nHost: a^b\nContent-Type: application/json\nContent-Length: 0\n",
                "POST /rowmill/api/tasks HTTP/1.1\nHost: localhost\nContent-Type: application/json\n",
                "POST /rowmill/api/tasks HTTP/1.1\nHost: localhost\nContent-Length: 0\n"
            })
    void anInvalidRequestToTheApiGetsAProblem(String head) throws IOException {
        assertThat(answer(head))
                .startsWith("HTTP/1.1 400")
                .containsIgnoringCase("content-type: application/problem+json")
                .contains("\"status\":400");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET /foreign?x=%zz HTTP/1.1\nHost: localhost\n", "GET /foreign HTTP/1.1\n", "GET / HTTP/1.1\n"})
    void anInvalidRequestToTheApplicationGetsNoProblem(String head) throws IOException {
        assertThat(answer(head)).startsWith("HTTP/1.1 400").doesNotContain("problem+json");
    }

    /** The server answers these requests before it chooses a route. Most of them have no path that it can read. */
    @ParameterizedTest
    @CsvSource({
        "GET /rowmill/api/ta sks HTTP/1.1, 400",
        "GET /rowmill/api/%zz HTTP/1.1, 400",
        "GET /rowmill/api/tasks/% HTTP/1.1, 400",
        "GET /rowmill/api/tasks?tag=%zz HTTP/1.1, 400",
        "GARBAGE, 400",
        "GET /rowmill/api/tasks?tag={5000} HTTP/1.1, 414",
        "'GET /rowmill/api/tasks HTTP/1.1\nX: {30000}', 431"
    })
    void anUnreadableRequestGetsAnErrorAndStopsNoLaterRequest(String head, int status) throws IOException {
        String sent = head.replace("{5000}", "x".repeat(5_000)).replace("{30000}", "x".repeat(30_000));

        assertThat(answer(sent + "\nHost: localhost\n")).matches("(?s)HTTP/1\\.[01] " + status + " .*");
        Api.enqueue("{\"type\": \"noop\"}").statusCode(201);
    }

    @Test
    void aBodyInBrokenChunksEndsItsConnectionAndNothingElse() throws IOException {
        String head =
                "POST /rowmill/api/tasks HTTP/1.1\nHost: localhost\nContent-Type: application/json\nTransfer-Encoding: chunked\n";

        assertThat(answer(head, "zz\r\n{}\r\n0\r\n\r\n")).doesNotContain(" 201 ");
        Api.enqueue("{\"type\": \"noop\"}").statusCode(201);
    }

    private String answer(String head) throws IOException {
        return answer(head, "");
    }

    private String answer(String head, String body) throws IOException {
        try (Socket socket = new Socket(root.getHost(), root.getPort())) {
            socket.setSoTimeout(10_000);
            String request = (head + "Connection: close\n\n").replace("\n", "\r\n") + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
