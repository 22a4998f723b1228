package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the HTTP call of docs/how-to/when-things-go-wrong.md. */
@QuarkusTest
@TestProfile(Examples.class)
class HttpCallExampleTest {

    @IfBuildProperty(name = Examples.PROPERTY, stringValue = "true")
    @Singleton
    static class Payments {

        record Invoice(String account, int cents) {}

        URI service = URI.create("https://pay.example/charges");

        private final HttpClient http =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

        @Handles(value = "pay-invoice", timeout = "30s")
        void pay(Invoice invoice, TaskContext task) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(service)
                    .timeout(Duration.ofSeconds(10)) // shorter than the handler's
                    .header("Idempotency-Key", "shop-" + task.idempotencyKey()) // the same for every attempt
                    .POST(BodyPublishers.ofString(invoice.account() + " " + invoice.cents()))
                    .build();
            HttpResponse<Void> response = http.send(request, BodyHandlers.discarding());
            if (response.statusCode() != 200) {
                throw new IOException("the payment service answered " + response.statusCode());
            }
        }
    }

    private final List<String> keys = new CopyOnWriteArrayList<>();

    @Inject
    Payments payments;

    @Inject
    TaskQueue tasks;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        rows.clear();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/charges", call -> {
            keys.add(call.getRequestHeaders().getFirst("Idempotency-Key"));
            call.sendResponseHeaders(keys.size() == 1 ? 503 : 200, -1);
            call.close();
        });
        server.start();
        payments.service = URI.create(
                "http://127.0.0.1:%d/charges".formatted(server.getAddress().getPort()));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void everyAttemptSendsTheSameKey() {
        long id = tasks.enqueue(NewTask.of("pay-invoice", new Payments.Invoice("a7", 350)))
                .id();

        mill.runOnce(); // answered 503
        mill.pass(id, Duration.ofHours(1));
        mill.runOnce();

        assertThat(keys).hasSize(2).containsOnly("shop-" + id);
        assertThat(mill.task(id).getStatus()).isEqualTo(TaskStatus.COMPLETED);
    }
}
