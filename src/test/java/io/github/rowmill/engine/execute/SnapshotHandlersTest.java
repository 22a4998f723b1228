package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.hibernate.StatelessSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests transactional handlers that raise the isolation level of their transaction, so that it sees one snapshot. */
@QuarkusTest
@TestProfile(ByHand.class)
class SnapshotHandlersTest extends EngineTest {

    @Inject
    LeaseKeeper leases;

    @Inject
    StatelessSession session;

    private long enqueue(int level, Runnable after) {
        return queue.enqueue(NewTask.of("probe-tx", probes.behave(task -> {
                    session.doWork(connection -> readFrom(connection, level));
                    after.run();
                    return null;
                })))
                .id();
    }

    /** Renews leases as a node does. On the handler's thread, the renewal would join the handler's transaction. */
    private void renewOnAnotherThread() {
        Side.run(leases::renewOnce).orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** Sets the isolation level, and runs a first statement, which takes the snapshot. */
    private static void readFrom(Connection connection, int level) throws SQLException {
        connection.setTransactionIsolation(level);
        connection.createStatement().execute("select count(*) from rowmill_task");
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void aRenewalAfterTheSnapshotFailsTheAttemptWithAdvice(int level) {
        long id = enqueue(level, this::renewOnAnotherThread);

        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(rows.of(id, "error"))
                .contains("REPEATABLE READ or SERIALIZABLE")
                .contains("renewal")
                .contains("READ COMMITTED")
                .contains("rowmill.lease");
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void aHandlerThatEndsBeforeTheRenewalCompletes(int level) {
        long id = enqueue(level, () -> {});

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts")).isEqualTo("completed 1");
    }
}
