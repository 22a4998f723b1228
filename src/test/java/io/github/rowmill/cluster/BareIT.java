package io.github.rowmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs an application without any optional extension as a process. It has no HTTP, and runs tasks. */
class BareIT {

    private static final Path APPLICATION = Path.of("target", "it", "bare", "target", "quarkus-app");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String COMPLETED = "select count(*) from rowmill_task where status = 'completed'";

    private static Database database;

    @BeforeAll
    static void start() throws IOException {
        database = Database.start();
    }

    @AfterAll
    static void stop() throws IOException {
        database.close();
    }

    /** Checks the libraries, because an application with an optional extension would prove nothing. */
    @Test
    void theApplicationHasNoOptionalLibrary() throws IOException {
        try (Stream<Path> libraries = Files.list(APPLICATION.resolve("lib/main"))) {
            assertThat(libraries.map(file -> file.getFileName().toString()))
                    .anyMatch(name -> name.contains("rowmill"))
                    .noneMatch(
                            name -> name.matches(
                                    ".*(picocli|quarkus-rest|resteasy|vertx-web|qute|openapi|swagger|smallrye-health|micrometer).*"));
        }
    }

    @Test
    void tasksAreEnqueuedAndRun() throws IOException, InterruptedException {
        try (Node node = node("rowmill.api.enabled=false")) {
            await().atMost(PATIENCE).until(() -> node.logged().contains("added 350 cents"));
            await().atMost(PATIENCE).until(() -> database.number(COMPLETED) == 1);
            node.signal("TERM");
            node.awaitEnd();
            assertThat(node.logged()).contains("bare stopped");
            assertThat(node.logged().lines())
                    .filteredOn(line -> line.matches(".*(WARN|ERROR).*"))
                    .allMatch(line -> line.contains("\"quarkus.http."), "is about the HTTP that is not there");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rowmill.api.enabled, quarkus-rest-jackson",
        "rowmill.dashboard.enabled, quarkus-qute or quarkus-rest-jackson"
    })
    void anApiOrPageWithoutItsExtensionCannotBeEnabled(String key, String extension) throws IOException {
        try (Node node = node("rowmill.api.enabled=false", key + "=true")) {
            assertThat(node.awaitEnd()).isEqualTo(1);
            assertThat(node.logged()).contains(key + " is true, and the application leaves out " + extension);
        }
    }

    private static Node node(String... settings) throws IOException {
        return new NodeLaunch("bare-" + System.nanoTime(), database.url())
                .application(APPLICATION)
                .quick("256m")
                .settings(List.of(settings))
                .start();
    }
}
