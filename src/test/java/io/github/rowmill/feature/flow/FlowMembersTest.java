package io.github.rowmill.feature.flow;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.api.IllegalTransitionException;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.NotWaitingException;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.sweep.Trimmer;
import io.github.rowmill.feature.change.TaskChanges;
import io.github.rowmill.feature.flow.store.FlowTrimmer;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.task.TaskChange;
import io.github.rowmill.task.TaskStatus;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests verbs and searches on single tasks of flows. */
@QuarkusTest
@TestProfile(ByHand.class)
class FlowMembersTest extends FlowTest {

    @Inject
    Trimmer trimmer;

    @Inject
    FlowSweep sweep;

    @Inject
    FlowAdditions additions;

    @Inject
    FlowTrimmer places;

    @Inject
    TaskChanges changes;

    @Test
    void failedTasksAreKeptAsLongAsTheirFlow() {
        Flow flow = Flow.of("order");
        Flow.Part charge = flow.add("charge", List.of(failing("charge"), work("note")));
        flow.add("close", work("close")).afterEndOf(charge);
        long id = enqueue(flow);
        mill.drain();
        mill.pass(Duration.ofDays(400));

        assertThat(trimmer.trimOnce()).isEqualTo(2);
        assertThat(mill.flow(id).counts().dead()).isOne();

        worker.fails = false;
        assertThat(flows.retry(id)).isOne();
        mill.drain();
        assertThat(worker.calls).endsWith("charge").hasSize(4);
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
    }

    @Test
    void failedTasksAreDeletedAfterTheirFlow() {
        enqueue(Flow.chain("order", failing("charge")));
        mill.drain();
        queue.cancel(queue.enqueue(work("plain")).id());
        mill.pass(Duration.ofDays(400));
        trimmer.trimOnce();
        assertThat(rows.number("select count(*) from rowmill_task")).isOne();

        rows.execute("update rowmill_flow set finished = now() - interval '8 days'");
        assertThat(sweep.trimOnce()).isOne();
        trimmer.trimOnce();

        assertThat(rows.number("select count(*) from rowmill_task")).isZero();
    }

    @Test
    void partTaskRowsOfDeletedFlowsAreDeleted() {
        long id = enqueue(Flow.chain("order", work("a"), work("b")));
        rows.execute(
                "insert into rowmill_part_task (flow, part, task) select 999999999, 1, n from generate_series(1, 6000) n");

        assertThat(places.trimOnce()).isEqualTo(6_000);
        assertThat(rows.text("select string_agg(distinct cast(flow as text), ' ') from rowmill_part_task"))
                .isEqualTo(String.valueOf(id));
    }

    @Test
    void aRetryOfAFlowRetriesTheLastFailedTaskOfAUniqueKey() {
        Flow flow = Flow.of("order");
        Flow.Part charge = flow.add("charge", failing("charge").uniqueKey("k"));
        flow.add("close", work("close")).after(charge);
        long id = enqueue(flow);
        mill.drain();
        long again = flows.add(id, "charge", List.of(failing("charge").uniqueKey("k")))
                .get(0);
        mill.drain();
        assertThat(mill.flow(id).counts().dead()).isEqualTo(2);

        worker.fails = false;

        assertThat(flows.retry(id)).isOne();
        mill.drain();
        assertThat(rows.of(again, "status")).isEqualTo("completed");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTaskCancelledBeforeItsPartStartedHasItsKeyAfterARetry(boolean ofTheFlow) {
        Flow flow = Flow.of("order");
        Flow.Part charge = flow.add("charge", work("charge"));
        flow.add("ship", List.of(work("a").key("k"), work("b"))).after(charge);
        long id = enqueue(flow);
        long first = task(id, "ship");
        queue.cancel(first);
        mill.drain();

        if (ofTheFlow) {
            flows.retry(id);
        } else {
            queue.retry(first);
        }

        assertThat(rows.of(first, "status || ' ' || key")).isEqualTo("queued k");
    }

    @Test
    void aStreamWithARefusedTaskAddsNothing() {
        long id = enqueue(Flow.chain("order", work("a"), work("b")));
        Stream<NewTask> tasks = IntStream.range(0, 1_500)
                .mapToObj(n -> n == 1_200 ? work("bad").uniqueKey("k".repeat(1_000)) : work("m" + n));

        assertThatThrownBy(() -> additions.add(id, "flow-work-2", tasks, null))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("tasks[1200]");
        assertThat(rows.number("select count(*) from rowmill_task")).isEqualTo(2);
    }

    @Test
    void theTimeOfATaskThatWaitsForItsPartIsNotChanged() {
        long id = enqueue(Flow.chain("order", work("a"), work("b").key("k")));
        long waiting = task(id, "flow-work-2");

        assertThatThrownBy(() -> change(waiting, TaskChange.runNow()))
                .isInstanceOf(NotWaitingException.class)
                .hasMessageContaining("part of a flow");
        change(waiting, new TaskChange("other", -1, null, null, 7, null));

        assertThat(rows.of(waiting, "status")).isEqualTo("waiting");
        assertThat(rows.of(waiting, "queue")).isEqualTo("other");
    }

    private void change(long id, TaskChange change) {
        long version = Long.parseLong(rows.of(id, "version"));
        QuarkusTransaction.requiringNew().run(() -> changes.change(id, version, change));
    }

    @Test
    void theMessageOfARefusedDeleteNamesWhatToCancel() {
        assertThat(IllegalTransitionException.toNothing(7, TaskStatus.DEAD))
                .hasMessageContaining("cancel the flow first");
        assertThat(IllegalTransitionException.toNothing(7, TaskStatus.QUEUED)).hasMessageContaining("cancel it first");
    }

    @Test
    void aSearchFindsTasksOfAFlowAndOfAPart() {
        queue.enqueue(work("plain"));
        Flow flow = Flow.of("album");
        Flow.Part thumbs = flow.add("thumbs", many("t", 2));
        flow.add("zip", work("zip")).after(thumbs);
        long id = enqueue(flow);
        enqueue(Flow.chain("other", work("a"), work("b")));

        assertThat(found("flow:" + id)).isEqualTo(3);
        assertThat(found("flow:" + id + " part:thumbs")).isEqualTo(2);
        assertThat(found("part:zip")).isOne();
        assertThat(found("flow:" + id + " status:waiting")).isOne();
        assertThat(found("flow:" + id + " -status:waiting")).isEqualTo(2);
        assertThat(found("-flow:" + id)).isEqualTo(3);
        assertThat(found("-part:thumbs")).isEqualTo(4);
        assertThat(found("flow:" + (id + 7))).isZero();
    }

    private static int found(String query) {
        return given().queryParam("q", query)
                .get(Api.TASKS)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath()
                .getList("tasks")
                .size();
    }
}
