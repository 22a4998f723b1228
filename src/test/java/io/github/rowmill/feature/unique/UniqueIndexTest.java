package io.github.rowmill.feature.unique;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which rows hold a unique key. */
@QuarkusTest
@TestProfile(ByHand.class)
class UniqueIndexTest extends EngineTest {

    /** An insert as users write it, with only the columns that it needs. */
    private static final String AS_EVER = """
            insert into rowmill_task (type, unique_key) values ('noop', 'k')
                on conflict (type, unique_key) where unique_key is not null and status in ('queued', 'executing') do nothing
            """;

    private void hold(String status, String uniqueFor) {
        rows.execute("""
                insert into rowmill_task (type, unique_key, status, operator_id, expiry, finished, unique_for)
                select 'noop', 'k', s,
                       case when s = 'executing' then 'somebody' end,
                       case when s = 'executing' then now() + interval '1 h' end,
                       case when s in ('completed', 'dead', 'cancelled') then now() end,
                       cast(nullif('%s', '') as interval)
                  from cast('%s' as text) s
                """.formatted(uniqueFor, status));
    }

    @ParameterizedTest(name = "{0}, held for {1} after its end: {2}")
    @CsvSource({
        "queued, '', 1",
        "waiting, '', 1",
        "executing, '', 1",
        "completed, '', 2",
        "dead, '', 2",
        "cancelled, '', 2",
        "queued, 1 h, 1",
        "completed, 1 h, 1",
        "dead, 1 h, 1",
        "cancelled, 1 h, 1"
    })
    void aSqlInsertWithOnConflictMeetsTheHolderOfItsKey(String status, String uniqueFor, int rowsThen) {
        hold(status, uniqueFor);

        rows.execute(AS_EVER);

        assertThat(rows.number("select count(*) from rowmill_task")).isEqualTo(rowsThen);
    }

    @ParameterizedTest
    @CsvSource({"queued, ''", "executing, ''", "completed, 1 h"})
    void aBareInsertOfAHeldKeyIsRefused(String status, String uniqueFor) {
        hold(status, uniqueFor);

        assertThatThrownBy(() -> rows.execute("insert into rowmill_task (type, unique_key) values ('noop', 'k')"))
                .hasStackTraceContaining("rowmill_task_unique");
    }

    @Test
    void anEndedTaskWithoutItsKeyBlocksNoInsert() {
        hold("completed", "1 h");
        rows.execute("update rowmill_task set unique_key = null");

        rows.execute(AS_EVER);

        assertThat(rows.number("select count(*) from rowmill_task")).isEqualTo(2);
    }

    @Test
    void aTaskThatIsUniqueWhileQueuedHoldsItsKeyUntilItIsClaimed() {
        rows.execute("insert into rowmill_task (type, unique_key, unique_while_queued) values ('noop', 'k', true)");
        rows.execute(AS_EVER);
        assertThat(rows.number("select count(*) from rowmill_task")).isEqualTo(1);

        mill.drain();
        rows.execute(AS_EVER);

        assertThat(rows.text("select string_agg(concat(status, ' ', unique_key), ', ' order by id) from rowmill_task"))
                .isEqualTo("completed , queued k");
    }

    @Test
    void aWindowBeyondTheLastDateHoldsItsKey() {
        hold("completed", "2000000000 days");

        assertThat(queue.enqueue(NewTask.of("noop").uniqueKey("k")).duplicate()).isTrue();
    }
}
