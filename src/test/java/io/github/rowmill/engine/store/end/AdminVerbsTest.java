package io.github.rowmill.engine.store.end;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import org.hibernate.StatelessSession;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class AdminVerbsTest extends EngineTest {

    @Inject
    StatelessSession session;

    @Test
    void retryLeavesNoSavepointInTheCallersTransaction() {
        long id = queue.enqueue(NewTask.of("noop").delay(Duration.ofHours(1))).id();
        queue.cancel(id);

        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
                    queue.retry(id);
                    session.doWork(
                            connection -> connection.createStatement().execute("rollback to savepoint rowmill_retry"));
                }))
                .hasStackTraceContaining("savepoint \"rowmill_retry\" does not exist");
    }
}
