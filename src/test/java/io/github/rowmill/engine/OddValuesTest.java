package io.github.rowmill.engine;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Queues;
import io.github.rowmill.engine.store.end.Expirations;
import io.github.rowmill.engine.store.end.Recoveries;
import io.github.rowmill.engine.sweep.Trimmer;
import io.github.rowmill.feature.beat.Heartbeat;
import io.github.rowmill.feature.failure.FailureCounter;
import io.github.rowmill.feature.job.JobLoop;
import io.github.rowmill.feature.rule.turn.Strays;
import io.github.rowmill.feature.schedule.store.Ticks;
import io.github.rowmill.feature.series.SeriesWriter;
import io.github.rowmill.feature.topic.UnhandledSubscribers;
import io.github.rowmill.node.loop.HourlyTrim;
import io.github.rowmill.payload.cipher.Encrypting;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Writes odd values to the rows of every table, as far as the table accepts them. Other queues and schedules go on, and
 * so do all loops. The columns are those of the catalog.
 */
@QuarkusTest
@TestProfile(Encrypting.class)
@Timeout(600)
class OddValuesTest extends EngineTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String TABLES = """
            select string_agg(c.relname, ',' order by c.relname)
              from pg_class c
             where c.relkind = 'r'
               and c.relname like 'rowmill\\_%'
               and c.relnamespace = cast(current_schema() as regnamespace)
            """;

    /**
     * Writes a value row by row, because one row may refuse what another accepts. Returns the number of rows that
     * accept it.
     */
    private static final String WRITE = """
            create or replace function odd_value(of_table text, which text, of_column text, value text) returns int language plpgsql as $$
            declare
                place tid;
                taken int := 0;
            begin
                for place in execute format('select ctid from %I where %s', of_table, which) loop
                    begin
                        execute format('update %I set %I = %s where ctid = $1', of_table, of_column, value) using place;
                        taken := taken + 1;
                    exception when others then
                        null;
                    end;
                end loop;
                return taken;
            end $$
            """;

    @Inject
    Queues queues;

    @Inject
    JobLoop jobs;

    @Inject
    Heartbeat heart;

    @Inject
    SeriesWriter series;

    @Inject
    FailureCounter failures;

    @Inject
    Strays strays;

    @Inject
    UnhandledSubscribers subscribers;

    @Inject
    Trimmer trimmer;

    @Inject
    Recoveries recoveries;

    @Inject
    Expirations expirations;

    @Inject
    Ticks ticks;

    @Inject
    Instance<HourlyTrim> trims;

    private final Map<String, Runnable> rounds = new LinkedHashMap<>();

    @BeforeEach
    void prepare() {
        rows.asSuperuser(WRITE);
        empty();
        rounds.put("round", mill::drain);
        rounds.put("expiry", () -> recoveries.untilNext(SOON));
        rounds.put("deadline", () -> expirations.untilNext(SOON));
        rounds.put("tick", ticks::untilNext);
        rounds.put("job", jobs::runOnce);
        rounds.put("beat", heart::beatOnce);
        rounds.put("series", series::flush);
        rounds.put("failures", failures::flush);
        rounds.put("strays", strays::sweepOnce);
        rounds.put("subscribers", () -> subscribers.sweepOnce(Duration.ofHours(1)));
        rounds.put("publish", () -> queue.publish("well", NewTask.of("")));
        rounds.put("trim", trimmer::trimOnce);
        trims.forEach(trim -> rounds.put(trim.name(), trim::trimOnce));
    }

    @AfterEach
    void restore() {
        empty();
        rows.asSuperuser("drop function odd_value(text, text, text, text)");
        queues.resume("elsewhere"); // so that this node reads the rules again
    }

    private void empty() {
        OddValues.TABLES.keySet().stream()
                .filter(table -> !table.equals("rowmill_operator"))
                .map("delete from %s"::formatted)
                .forEach(rows::asSuperuser);
        rows.execute("delete from rowmill_operator where name like 'odd%' or version = 'v'");
    }

    @Test
    void theOddValuesCoverEveryTable() {
        assertThat(rows.text(TABLES).split(","))
                .filteredOn(table -> !table.equals(OddValues.NOT_OURS))
                .containsExactlyInAnyOrderElementsOf(OddValues.TABLES.keySet());
    }

    static Stream<String> tables() {
        return OddValues.TABLES.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void anOddValueHarmsNoNeighbour(String table) {
        List<String> harm = new ArrayList<>();
        long taken = 0;
        for (String column : rows.text(OddValues.COLUMNS.formatted(table)).split(";")) {
            String[] parts = column.split("=", 2);
            List<String> values = OddValues.of(parts[1]);
            assertThat(values).as("what is odd of the type %s", parts[1]).isNotEmpty();
            for (String value : values) {
                long rowsThatTook = write(table, parts[0], value);
                taken += rowsThatTook;
                if (rowsThatTook > 0) {
                    harm(table + "." + parts[0] + " = " + value, harm);
                }
            }
        }

        assertThat(harm).as("of %s", table).isEmpty();
        assertThat(taken).isPositive();
    }

    private long write(String table, String column, String value) {
        OddValues.Base base = OddValues.TABLES.get(table);
        empty();
        rows.asSuperuser(base.inserts());
        return rows.number("select odd_value('%s', '%s', '%s', '%s')"
                .formatted(table, base.which().replace("'", "''"), column, value.replace("'", "''")));
    }

    private void harm(String what, List<String> harm) {
        try {
            List<Long> neighbours = neighbours();
            rounds.forEach((name, round) -> run(what + ", " + name, round, harm));
            String left = rows.text(
                    "select string_agg(queue || ' ' || status, ',') from rowmill_task where id = any('{%s}') and status <> 'completed'"
                            .formatted(String.join(
                                    ",",
                                    neighbours.stream().map(String::valueOf).toList())));
            if (left != null) {
                harm.add(what + ", left: " + left);
            }
            if (rows.number("select count(*) from rowmill_task where schedule = 'well'") == 0) {
                harm.add(what + ", no tick");
            }
            if (rows.number("select count(*) from rowmill_task where queue = 'well-later' and status = 'cancelled'")
                    == 0) {
                harm.add(what + ", no job");
            }
            int ready = given().get("/q/health/ready").statusCode();
            if (ready != 200) {
                harm.add(what + ", ready: " + ready);
            }
        } catch (RuntimeException e) {
            harm.add(what + ": " + e);
        }
    }

    /** Runs a round as loops do. If it fails, the next loop still has its round. */
    private static void run(String what, Runnable round, List<String> harm) {
        try {
            round.run();
        } catch (RuntimeException e) {
            harm.add(what + ": " + e + " " + Arrays.toString(Arrays.copyOf(e.getStackTrace(), 3)));
        }
    }

    /**
     * Creates neighbours: a queue without rules, one with many, a schedule and a job. Returns the ids of tasks that
     * must be completed.
     */
    private List<Long> neighbours() {
        rows.execute("""
                insert into rowmill_schedule (name, type, every, last_tick) values ('well', 'noop', '1 h', now() - interval '2 h');
                insert into rowmill_queue (name, concurrency, per_key, rate, rate_burst) values ('ruled', 5, 1, 1000, 1000);
                insert into rowmill_task (queue, type, run_at) values ('well-later', 'noop', now() + interval '1 day');
                insert into rowmill_job (action, query, asked_by, total) values ('cancel', 'queue:well-later', 'well', 1);
                insert into rowmill_job_task (job, task)
                    select j.id, t.id from rowmill_job j, rowmill_task t where j.asked_by = 'well' and t.queue = 'well-later'
                """);
        queues.pause("elsewhere");
        queues.resume("elsewhere");
        return List.of(
                queue.enqueue(NewTask.of("noop").queue("well")).id(),
                queue.enqueue(NewTask.of("noop").queue("ruled").key("a")).id(),
                queue.enqueue(NewTask.of("noop").queue("ruled").key("a")).id());
    }
}
