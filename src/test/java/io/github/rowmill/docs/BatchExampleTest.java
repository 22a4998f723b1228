package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.Batch;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The examples of the page on batches. */
@QuarkusTest
@TestProfile(ByHand.class)
class BatchExampleTest {

    record Reading(String sensor, double value) {}

    @ApplicationScoped
    static class Sensors {

        @Inject
        DataSource database;

        @Handles(value = "store-reading", batch = 50)
        @Transactional // up to 50 tasks share this transaction
        void store(Reading reading) throws SQLException {
            try (Connection connection = database.getConnection();
                    PreparedStatement insert = connection.prepareStatement("insert into reading values (?, ?)")) {
                insert.setString(1, reading.sensor());
                insert.setDouble(2, reading.value());
                insert.executeUpdate();
            }
        }

        @Handles(value = "store-readings", queue = "readings", batch = 500)
        @Transactional // one call, one transaction and one verdict for up to 500 tasks
        void storeAll(Batch<Reading> readings) throws SQLException {
            try (Connection connection = database.getConnection();
                    PreparedStatement insert = connection.prepareStatement("insert into reading values (?, ?)")) {
                for (Batch.Item<Reading> item : readings) {
                    if (Double.isNaN(item.payload().value())) {
                        item.fail(new IllegalArgumentException("the sensor sent no number"));
                        continue;
                    }
                    insert.setString(1, item.payload().sensor());
                    insert.setDouble(2, item.payload().value());
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }
    }

    @Inject
    TaskQueue tasks;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @BeforeEach
    void create() {
        rows.clear();
        rows.execute("create table reading (sensor text, value float8)");
    }

    @AfterEach
    void drop() {
        rows.execute("drop table reading");
    }

    @Test
    void tasksThatShareATransactionStoreTheirRows() {
        tasks.enqueue(IntStream.range(0, 30)
                .mapToObj(i -> NewTask.of("store-reading", new Reading("s" + i, i)))
                .toList());

        mill.drain();

        assertThat(rows.number("select count(*) from reading")).isEqualTo(30);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(30);
    }

    @Test
    void aBatchStoresItsRowsAndFailsOneTask() {
        tasks.enqueue(IntStream.range(0, 30)
                .mapToObj(i -> NewTask.of("store-readings", new Reading("s" + i, i == 7 ? Double.NaN : i)))
                .toList());

        mill.drain();

        assertThat(rows.number("select count(*) from reading")).isEqualTo(29);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(29);
        assertThat(rows.text("select error from rowmill_task where status = 'queued'"))
                .isEqualTo("java.lang.IllegalArgumentException: the sensor sent no number");
    }
}
