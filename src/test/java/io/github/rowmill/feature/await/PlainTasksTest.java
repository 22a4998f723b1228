package io.github.rowmill.feature.await;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.JdbcCalls;
import io.github.rowmill.engine.store.TaskEnds;
import io.github.rowmill.engine.store.end.Completions;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task without a result that nobody waits for costs what it did before there were results. */
@QuarkusTest
@TestProfile(ByHand.class)
class PlainTasksTest extends AwaitTest {

    @AfterEach
    void drop() {
        rows.execute("drop table if exists plain_task");
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared"})
    void aPlainTaskNeedsNoFurtherStatement(String type) {
        try (JdbcCalls calls = new JdbcCalls()) {
            enqueue(type, task -> null);
            mill.drain();

            assertThat(calls.roundTripsOf(Completions.class)).isOne();
            assertThat(calls.roundTripsOf(TaskEnds.class)).isZero();
            assertThat(calls.roundTripsOf(EndNotices.class)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"probe", "probe-tx", "probe-shared"})
    void aResultIsWrittenByTheStatementOfTheVerdict(String type) {
        try (JdbcCalls calls = new JdbcCalls()) {
            long id = enqueue(type, task -> RECEIPT);
            mill.drain();

            assertThat(calls.roundTripsOf(Completions.class)).isOne();
            assertThat(calls.roundTripsOf(EndNotices.class)).isZero();
            assertThat(rows.of(id, "result")).contains("r-7");
        }
    }

    @Test
    void anAwaitedTaskIsMarkedOnceAndItsEndIsNotifiedOnce() throws Exception {
        try (JdbcCalls calls = new JdbcCalls()) {
            CompletableFuture<Receipt> receipt = marked(enqueue("probe", task -> RECEIPT));
            assertThat(calls.roundTripsOf(TaskEnds.class)).isOne();

            mill.drain();

            assertThat(get(receipt)).isEqualTo(RECEIPT);
            await().atMost(Duration.ofSeconds(30)).until(() -> calls.roundTripsOf(EndNotices.class) == 1);
        }
    }

    @Test
    void aPlainRowIsAsLargeAsOneWithoutTheColumnsAndNoIndexHasThem() {
        long id = enqueue("probe", task -> null);
        String others = rows.text("""
                select string_agg(quote_ident(attname), ', ' order by attnum)
                  from pg_attribute
                 where attrelid = 'rowmill_task'::regclass
                   and attnum > 0
                   and not attisdropped
                   and attname not in ('watched', 'result', 'flow', 'awaits', 'signalled', 'progress', 'progress_note')
                """);
        rows.execute("create table plain_task as select %s from rowmill_task where id = %s".formatted(others, id));

        assertThat(rows.number("select pg_column_size(t.*) from rowmill_task t where id = " + id))
                .isEqualTo(rows.number("select pg_column_size(t.*) from plain_task t"));
        assertThat(rows.number("""
                        select count(*)
                          from pg_index i
                          join pg_attribute a
                            on a.attrelid = i.indrelid
                         where i.indrelid = 'rowmill_task'::regclass
                           and a.attname in ('watched', 'result', 'flow', 'awaits', 'signalled', 'progress', 'progress_note')
                           and pg_get_expr(i.indpred, i.indrelid) is distinct from 'watched'
                           and (a.attnum = any(i.indkey) or pg_get_indexdef(i.indexrelid) like '%' || a.attname || '%')
                        """)).isZero();
        mill.drain();
    }
}
