package org.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.rowmill.task.TaskStatus;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RemoteWorkerTest {

    @Inject
    Texts texts;

    @Inject
    ManualMill mill;

    @TestHTTPResource
    URI root;

    private Process worker;

    @BeforeEach
    void start() throws IOException {
        mill.clear();
        ProcessBuilder builder = new ProcessBuilder("python3", "worker.py").inheritIO();
        builder.environment().put("ROWMILL", "http://localhost:" + root.getPort());
        worker = builder.start();
    }

    @AfterEach
    void stop() {
        worker.destroyForcibly();
    }

    @Test
    void aPythonProgramCountsTheWords() throws Exception {
        String answer = texts.count("to be or not to be").toCompletableFuture().get(1, TimeUnit.MINUTES);

        assertTrue(answer.startsWith("6 words, counted by Python 3."), answer);
        assertEquals(TaskStatus.COMPLETED, mill.tasks().all().get(0).getStatus());
    }
}
