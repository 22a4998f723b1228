package io.github.rowmill.feature.step;

import io.github.rowmill.Side;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Probes.Behaviour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** A test of handlers with steps, sleeps and waits. */
abstract class StepTest extends EngineTest {

    /** A time longer than any backoff. */
    static final Duration BACKOFF = Duration.ofHours(10);

    /** The value of a step. */
    record Receipt(String number) {}

    /** The payload of a signal. */
    record Decision(boolean granted) {}

    /** The actions of handlers, in order. */
    final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void nothingIsDone() {
        done.clear();
    }

    long enqueue(String type, Behaviour behaviour) {
        return queue.enqueue(NewTask.of(type, probes.behave(behaviour))).id();
    }

    /** Returns the status of a task and the number of its attempts. */
    String state(long id) {
        return rows.of(id, "status || ' ' || attempts");
    }

    /** Returns the names of the steps that are recorded and done. */
    String recorded(long id) {
        return rows.text(
                "select string_agg(name, ' ' order by name) from rowmill_step where done is not null and task = " + id);
    }

    /** Returns the number of tasks that handlers enqueued as their writes. */
    long written() {
        return rows.number("select count(*) from rowmill_task where queue = 'written'");
    }

    /** Writes in the transaction of the caller, or in one of its own. */
    void write() {
        queue.enqueue(NewTask.of("noop").queue("written").delay(Duration.ofDays(1)));
    }

    /** Runs the next attempt of a task that has failed. */
    void tryAgain(long id) {
        mill.pass(id, BACKOFF);
        mill.drain();
    }

    /** Takes the lease of a task from the attempt that holds it, as a recovery and a new claim do. */
    void takeLease(long id) {
        elsewhere("update rowmill_task set version = version + 2 where id = " + id);
    }

    /** Executes and commits a statement of another node, outside of the transaction of this thread. */
    void elsewhere(String sql) {
        Side.run(() -> rows.execute(sql)).join();
    }
}
