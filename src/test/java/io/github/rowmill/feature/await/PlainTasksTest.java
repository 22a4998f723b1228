package io.github.rowmill.feature.await;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.JdbcCalls;
import io.github.rowmill.engine.store.TaskEnds;
import io.github.rowmill.engine.store.end.Completions;
import io.github.rowmill.engine.wake.EndedIds;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Checks that a task without a result and without a waiting caller costs no extra statements, row space or indexes. */
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
        CompletableFuture<Receipt> before = marked(enqueue("probe", task -> RECEIPT));
        mill.drain();
        get(before); // now the listener has started and has looked for ends
        try (Connection other = rows.connect();
                Statement statement = other.createStatement();
                JdbcCalls calls = new JdbcCalls()) {
            statement.execute("listen rowmill_ended");
            long id = enqueue("probe", task -> RECEIPT);
            CompletableFuture<Receipt> receipt = marked(id);
            assertThat(calls.roundTripsOf(TaskEnds.class)).isOne();

            mill.drain();

            assertThat(get(receipt)).isEqualTo(RECEIPT);
            assertThat(noticesUpTo(id, other)).containsOnlyOnce(id);
        }
    }

    /**
     * Reads notices until one has the id of a task. Returns all notified ids, including the others of the last notice.
     */
    private static List<Long> noticesUpTo(long id, Connection other) throws Exception {
        List<Long> ids = new ArrayList<>();
        while (!ids.contains(id)) {
            PGNotification[] some = other.unwrap(PGConnection.class).getNotifications(30_000);
            assertThat(some).isNotEmpty();
            Arrays.stream(some)
                    .map(PGNotification::getParameter)
                    .map(EndedIds::read)
                    .forEach(ids::addAll);
        }
        return ids;
    }

    @Test
    void unusedColumnsTakeNoSpaceAndAreInNoIndex() {
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
