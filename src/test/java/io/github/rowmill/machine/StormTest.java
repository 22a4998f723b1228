package io.github.rowmill.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.ByHand;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that Rowmill's own transactions do not deadlock, in any mix of verbs. */
@QuarkusTest
@TestProfile(ByHand.class)
class StormTest extends MachineHouse {

    private static final Duration STORM = Duration.ofSeconds(5);

    /** Lets the server look for a deadlock after a shorter wait. The default is a second. */
    @BeforeEach
    void lookForDeadlocksSoon() {
        rows.asSuperuser("alter system set deadlock_timeout = '100ms'");
        rows.asSuperuser("select pg_reload_conf()");
        await().until(() -> rows.text("show deadlock_timeout").equals("100ms"));
    }

    @AfterEach
    void lookForDeadlocksAsUsual() {
        rows.asSuperuser("alter system reset deadlock_timeout");
        rows.asSuperuser("select pg_reload_conf()");
    }

    @Test
    void allVerbsAtOnceNeitherDeadlockNorMakeAnIllegalTransition() throws InterruptedException {
        assertCalm(new Storm(store, 1));
    }

    @Test
    void bulkEnqueuesAmongAllVerbsDoNotDeadlockEither() throws InterruptedException {
        assertCalm(new Storm(store, 6));
    }

    private void assertCalm(Storm storm) throws InterruptedException {
        storm.blow(STORM);

        assertThat(storm.failed()).isEmpty();
        assertThat(storm.idle()).as("verbs that wrote nothing").isEmpty();
        assertThat(transitions.violations()).isNull();
    }

    @Test
    void aVerbThatLocksManyRowsInAnyOrderAndWaitsIsNoticed() throws InterruptedException {
        Storm storm = new Storm(store, 1).with("wrong", this::touchAllInAnyOrder);

        storm.blow(Duration.ofSeconds(30));

        assertThat(storm.failed().keySet())
                .anySatisfy(failure -> assertThat(failure).endsWith(": 40P01"));
    }

    private boolean touchAllInAnyOrder() throws SQLException {
        try (Connection connection = rows.connect()) {
            connection.setAutoCommit(false);
            List<Long> ids = new ArrayList<>();
            try (var found = connection.createStatement().executeQuery("select id from rowmill_task")) {
                while (found.next()) {
                    ids.add(found.getLong(1));
                }
            }
            Collections.shuffle(ids);
            for (long id : ids) {
                connection.createStatement().execute("update rowmill_task set source = 'wrong' where id = " + id);
            }
            connection.commit();
            return true;
        }
    }
}
