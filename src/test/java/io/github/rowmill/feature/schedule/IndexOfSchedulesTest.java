package io.github.rowmill.feature.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the index of scheduled tasks costs nothing for tasks without a schedule. */
@QuarkusTest
@TestProfile(ByHand.class)
class IndexOfSchedulesTest {

    private static final Pattern RECORDS = Pattern.compile("WAL: records=(\\d+)");

    /** The life of twenty plain tasks, with an update of a column that no index contains. */
    private static final List<String> LIFE = List.of(
            "insert into rowmill_task (type) select 'noop' from generate_series(1, 20)",
            "update rowmill_task set status = 'executing', operator_id = 'o', expiry = now(), started = now(), attempts = 1, version = 1",
            "update rowmill_task set last_updated = clock_timestamp()",
            "update rowmill_task set status = 'completed', operator_id = null, expiry = null, finished = now(), version = 2");

    @Inject
    Rows rows;

    @Test
    void theIndexOfSchedulesCostsPlainTasksNoWriteAheadLog() throws SQLException {
        try (Connection connection = rows.connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            List<Integer> with = records(statement);
            statement.execute("drop index rowmill_task_of_schedule");
            List<Integer> without = records(statement);
            statement.execute("create index of_all on rowmill_task (schedule)");
            List<Integer> withOneOfAll = records(statement);
            connection.rollback();

            assertThat(with).isEqualTo(without).hasSize(LIFE.size());
            assertThat(withOneOfAll.get(0))
                    .as("what an index of all rows would cost")
                    .isGreaterThan(without.get(0));
        }
    }

    private static List<Integer> records(Statement statement) throws SQLException {
        statement.execute("truncate rowmill_task restart identity cascade");
        List<Integer> records = new ArrayList<>();
        for (String sql : LIFE) {
            records.add(records(statement, sql));
        }
        return records;
    }

    private static int records(Statement statement, String sql) throws SQLException {
        try (ResultSet plan =
                statement.executeQuery("explain (analyze, wal, costs off, timing off, summary off) " + sql)) {
            while (plan.next()) {
                Matcher matcher = RECORDS.matcher(plan.getString(1));
                if (matcher.find()) {
                    return Integer.parseInt(matcher.group(1));
                }
            }
        }
        return 0;
    }
}
