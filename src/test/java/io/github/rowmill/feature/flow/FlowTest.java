package io.github.rowmill.feature.flow;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.testing.ManualMill;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test of flows, on empty tables. */
abstract class FlowTest {

    /** The payload of a task. It controls what the handler does. */
    record Work(String name, String then, int adds) {

        Work(String name) {
            this(name, "", 0);
        }
    }

    @Singleton
    static class Worker {

        private final Flows flows;
        final List<String> calls = Collections.synchronizedList(new ArrayList<>());
        volatile boolean fails;

        Worker(Flows flows) {
            this.flows = flows;
        }

        @Handles("flow-work")
        Outcome work(Work work, TaskContext task) {
            calls.add(work.name());
            return work.then().equals("fail") && fails
                    ? new Outcome.GaveUp(new IllegalStateException(work.name() + " failed"))
                    : Outcome.succeeded();
        }

        @Handles("flow-adder")
        @Transactional
        void add(Work work, TaskContext task) {
            calls.add(work.name());
            flows.of(task)
                    .add(
                            work.then(),
                            IntStream.range(0, work.adds())
                                    .mapToObj(i -> NewTask.of("flow-work", new Work(work.name() + "-" + i))));
        }
    }

    @Inject
    TaskQueue queue;

    @Inject
    Flows flows;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Worker worker;

    @BeforeEach
    @AfterEach
    void clear() {
        mill.clear();
        worker.calls.clear();
        worker.fails = true;
    }

    static NewTask work(String name) {
        return NewTask.of("flow-work", new Work(name));
    }

    static NewTask failing(String name) {
        return NewTask.of("flow-work", new Work(name, "fail", 0));
    }

    static List<NewTask> many(String name, int count) {
        return IntStream.range(0, count).mapToObj(i -> work(name + i)).toList();
    }

    /** Returns the id of the first task of a part. */
    long task(long flow, String part) {
        return rows.number("""
                select min(m.task) from rowmill_part_task m join rowmill_part p using (flow, part)
                 where flow = %s and p.name = '%s'
                """.formatted(flow, part));
    }

    FlowView.PartState state(long flow, String part) {
        return mill.flow(flow).parts().stream()
                .filter(one -> one.name().equals(part))
                .map(FlowView.Part::state)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the state of each part. */
    Map<String, FlowView.PartState> states(long flow) {
        Map<String, FlowView.PartState> states = new TreeMap<>();
        mill.flow(flow).parts().forEach(part -> states.put(part.name(), part.state()));
        return states;
    }

    long enqueue(Flow flow) {
        return flows.enqueue(flow).id();
    }
}
