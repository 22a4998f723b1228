package io.github.rowmill.feature.flow;

import static io.github.rowmill.api.FlowView.PartState.CANCELLED;
import static io.github.rowmill.api.FlowView.PartState.HELD;
import static io.github.rowmill.api.FlowView.PartState.OPEN;
import static io.github.rowmill.api.FlowView.PartState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.DuplicateTaskException;
import io.github.rowmill.api.EnqueuedFlow;
import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowCounts;
import io.github.rowmill.api.FlowNotFoundException;
import io.github.rowmill.api.FlowPassedException;
import io.github.rowmill.api.FlowView;
import io.github.rowmill.api.InvalidFlowException;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.sweep.Trimmer;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class FlowsTest extends FlowTest {

    @Inject
    Trimmer trimmer;

    @Inject
    FlowSweep sweep;

    @Test
    void tasksOfAChainRunOneAfterTheOther() {
        long id = enqueue(Flow.chain("chain", work("a"), work("b"), work("c")));

        assertThat(rows.text("select string_agg(status, ' ' order by id) from rowmill_task"))
                .isEqualTo("queued waiting waiting");
        assertThat(mill.runOnce()).isOne();
        assertThat(worker.calls).containsExactly("a");
        mill.drain();

        assertThat(worker.calls).containsExactly("a", "b", "c");
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
        assertThat(mill.flow(id).parts())
                .extracting(FlowView.Part::name)
                .containsExactly("flow-work", "flow-work-2", "flow-work-3");
    }

    @Test
    void aTaskRunsOnceAfterManyOthers() {
        Flow flow = Flow.of("fan");
        Flow.Part one = flow.add("one", many("x", 30));
        Flow.Part two = flow.add("two", many("y", 20));
        flow.add("then", work("then")).after(one, two);
        long id = enqueue(flow);

        mill.drain();

        assertThat(worker.calls).hasSize(51).endsWith("then").containsOnlyOnce("then");
        assertThat(mill.flow(id).counts()).isEqualTo(new FlowCounts(0, 0, 0, 51, 0, 0));
    }

    @Test
    void aFailureHoldsTheNextPartUntilItsRetry() {
        Flow flow = Flow.of("order");
        Flow.Part charge = flow.add("charge", failing("charge"));
        Flow.Part ship = flow.add("ship", work("ship")).after(charge);
        flow.add("alarm", work("alarm")).ifFailed(charge, ship);
        flow.add("close", work("close")).afterEndOf(charge);
        long id = enqueue(flow);

        mill.drain();

        assertThat(worker.calls).containsExactlyInAnyOrder("charge", "alarm", "close");
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.HELD);
        assertThat(state(id, "ship")).isEqualTo(HELD);

        worker.fails = false;
        queue.retry(task(id, "charge"));
        assertThat(state(id, "ship")).isEqualTo(WAITING);
        mill.drain();

        assertThat(worker.calls).hasSize(5).endsWith("charge", "ship");
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
    }

    @Test
    void aPartForFailuresIsCancelledIfNoTaskFails() {
        Flow flow = Flow.of("order");
        Flow.Part charge = flow.add("charge", work("charge"));
        flow.add("alarm", work("alarm")).ifFailed(charge);
        long id = enqueue(flow);

        mill.drain();

        assertThat(worker.calls).containsExactly("charge");
        assertThat(state(id, "alarm")).isEqualTo(CANCELLED);
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
    }

    @Test
    void aFailureCancelsLaterPartsIfTheFlowIsSetToCancel() {
        Flow flow = Flow.of("order").onFailure(Flow.Failure.CANCEL);
        Flow.Part first = flow.add("first", List.of(failing("a"), work("b").delay(Duration.ofHours(1))));
        Flow.Part second = flow.add("second", work("second")).after(first);
        flow.add("third", work("third")).after(second);
        long id = enqueue(flow);

        mill.drain();

        assertThat(worker.calls).containsExactly("a");
        assertThat(states(id)).containsEntry("second", CANCELLED).containsEntry("third", CANCELLED);
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.RUNNING);
        mill.pass(Duration.ofHours(1));
        mill.drain();
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);

        worker.fails = false;
        assertThat(flows.retry(id)).isEqualTo(3);
        mill.drain();

        assertThat(worker.calls).containsExactly("a", "b", "a", "second", "third");
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
    }

    @Test
    void aHeldPartIsLetGo() {
        Flow flow = Flow.of("order");
        Flow.Part first = flow.add("first", List.of(failing("a"), work("b")));
        flow.add("then", work("then")).after(first);
        long id = enqueue(flow);
        assertThatThrownBy(() -> flows.letGo(id, "then"))
                .isInstanceOf(FlowPassedException.class)
                .hasMessageContaining("waiting");
        mill.drain();

        flows.letGo(id, "then");
        mill.drain();

        assertThat(worker.calls).containsExactlyInAnyOrder("a", "b", "then").endsWith("then");
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
        assertThatThrownBy(() -> flows.letGo(id, "then"))
                .isInstanceOf(FlowPassedException.class)
                .hasMessageContaining("open");
        assertThatThrownBy(() -> flows.letGo(id, "none"))
                .isInstanceOf(FlowPassedException.class)
                .hasMessageContaining("no such part");
        assertThatThrownBy(() -> flows.letGo(id + 1, "then")).isInstanceOf(FlowNotFoundException.class);
    }

    @Test
    void aCancelledFlowStartsNothingMore() {
        Flow flow = Flow.of("order");
        Flow.Part first = flow.add("first", many("a", 2_500));
        flow.add("then", work("then")).after(first);
        flow.add("alarm", work("alarm")).ifFailed(first);
        long id = enqueue(flow);

        flows.cancel(id);
        mill.drain();

        assertThat(worker.calls).isEmpty();
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.CANCELLED);
        assertThat(mill.flow(id).finished()).isNotNull();
        assertThat(mill.flow(id).counts().cancelled()).isEqualTo(2_502);
        assertThatThrownBy(() -> flows.cancel(id)).isInstanceOf(FlowPassedException.class);

        assertThat(flows.retry(id)).isEqualTo(2_502);
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.RUNNING);
        assertThat(mill.flow(id).counts()).isEqualTo(new FlowCounts(2, 2_500, 0, 0, 0, 0));
    }

    @Test
    void membersAddMembersToALaterPart() {
        Flow flow = Flow.of("album");
        Flow.Part list = flow.add("list", NewTask.of("flow-adder", new Work("list", "thumbs", 1_500)));
        Flow.Part thumbs = flow.add("thumbs").after(list);
        flow.add("zip", work("zip")).after(thumbs);
        long id = enqueue(flow);

        mill.runOnce();
        assertThat(state(id, "thumbs")).isEqualTo(OPEN);
        assertThat(state(id, "zip")).isEqualTo(WAITING);
        mill.drain();

        assertThat(worker.calls).hasSize(1_502).endsWith("zip");
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
        assertThatThrownBy(() -> flows.add(id, "thumbs", many("late", 1))).isInstanceOf(FlowPassedException.class);
    }

    @Test
    void callersAddTasksToAPartUntilTheNextPartStarts() {
        Flow flow = Flow.of("album");
        Flow.Part one = flow.add("one", work("one"));
        Flow.Part two = flow.add("two", work("two").delay(Duration.ofHours(1))).after(one);
        flow.add("three", work("three")).after(two);
        long id = enqueue(flow);

        flows.add(id, "one", many("more", 3));
        flows.add(id, "three", List.of(work("three-b").key("k").delay(Duration.ofMinutes(1))));
        mill.drain();

        assertThat(worker.calls).containsExactlyInAnyOrder("one", "more0", "more1", "more2");
        assertThatThrownBy(() -> flows.add(id, "one", many("late", 1))).isInstanceOf(FlowPassedException.class);
        assertThatThrownBy(() -> flows.add(id, "none", many("late", 1))).isInstanceOf(FlowPassedException.class);
        assertThatThrownBy(() -> flows.add(id + 1, "one", many("late", 1))).isInstanceOf(FlowNotFoundException.class);
        mill.pass(Duration.ofHours(1));
        mill.drain();
        assertThat(worker.calls).hasSize(6).endsWith("two", "three");
        assertThat(rows.text("select key from rowmill_task where flow is not null order by id desc limit 1"))
                .isEqualTo("k");
        mill.pass(Duration.ofMinutes(1));
        mill.drain();
        assertThat(worker.calls).endsWith("three-b");
    }

    @Test
    void aFlowWithoutTasksEndsWithItsEnqueue() {
        assertThat(mill.flow(enqueue(Flow.of("empty"))).state()).isEqualTo(FlowView.State.ENDED);

        Flow flow = Flow.of("empty");
        Flow.Part none = flow.add("none");
        flow.add("then", work("then")).after(none);
        long id = enqueue(flow);

        assertThat(state(id, "then")).isEqualTo(OPEN);
        mill.drain();
        assertThat(worker.calls).containsExactly("then");
    }

    @Test
    void aUniqueKeyIsHeldUntilTheEnd() {
        EnqueuedFlow first = flows.enqueue(Flow.chain("order", work("a")).uniqueKey("7"));
        EnqueuedFlow again = flows.enqueue(Flow.chain("order", work("b")).uniqueKey("7"));

        assertThat(again).isEqualTo(new EnqueuedFlow(first.id(), false));
        mill.drain();
        assertThat(worker.calls).containsExactly("a");
        EnqueuedFlow third = flows.enqueue(Flow.chain("order", work("c")).uniqueKey("7"));
        assertThat(third.isNew()).isTrue();
        assertThatThrownBy(() -> flows.retry(first.id()))
                .isInstanceOf(FlowPassedException.class)
                .hasMessageContaining("flow " + third.id());
    }

    @Test
    void aRefusedTaskLeavesNothingOfItsFlow() {
        queue.enqueue(work("holder").uniqueKey("k"));
        QuarkusTransaction.begin();
        assertThatThrownBy(
                        () -> enqueue(Flow.chain("order", work("a"), work("b").uniqueKey("k"))))
                .isInstanceOf(DuplicateTaskException.class);
        assertThatThrownBy(
                        () -> enqueue(Flow.chain("order", work("a"), work("b").priority(70_000))))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("parts[1].tasks[0].priority");
        assertThatThrownBy(() -> enqueue(Flow.of(" "))).isInstanceOf(InvalidFlowException.class);
        QuarkusTransaction.commit();

        assertThat(rows.number("select count(*) from rowmill_flow")).isZero();
        assertThat(rows.number("select count(*) from rowmill_task")).isOne();
    }

    @Test
    void aFlowThatIsRolledBackIsNotWritten() {
        QuarkusTransaction.begin();
        enqueue(Flow.chain("order", work("a"), work("b")));
        QuarkusTransaction.rollback();

        assertThat(rows.number("select count(*) from rowmill_flow")).isZero();
        assertThat(mill.drain()).isZero();
    }

    @Test
    void aMemberRetriedBeforeItsPartHasStartedWaits() {
        Flow flow = Flow.of("order");
        Flow.Part one = flow.add("one", failing("one"));
        flow.add("two", work("two").key("k")).after(one);
        long id = enqueue(flow);
        long two = task(id, "two");

        queue.cancel(two);
        queue.retry(two);

        assertThat(rows.of(two, "status")).isEqualTo("waiting");
        mill.drain();
        assertThat(worker.calls).containsExactly("one");
        worker.fails = false;
        flows.retry(id);
        mill.drain();
        assertThat(worker.calls).containsExactly("one", "one", "two");
        assertThat(rows.of(two, "key")).isEqualTo("k");
    }

    @Test
    void tasksOfAnOpenFlowAreNotDeleted() {
        Flow flow = Flow.of("order");
        Flow.Part one = flow.add("one", work("one"));
        flow.add("two", work("two").delay(Duration.ofHours(1))).after(one);
        long id = enqueue(flow);
        mill.drain();
        mill.pass(Duration.ofDays(400));

        assertThat(trimmer.trimOnce()).isZero();
        mill.drain();
        assertThat(mill.flow(id).state()).isEqualTo(FlowView.State.ENDED);
        mill.pass(Duration.ofDays(400));
        assertThat(trimmer.trimOnce()).isEqualTo(2);
        assertThat(mill.flow(id).counts().completed()).isEqualTo(2);

        rows.execute("update rowmill_flow set finished = now() - interval '8 days'");
        assertThat(sweep.trimOnce()).isOne();
        assertThat(flows.find(id)).isEmpty();
        assertThat(rows.number("select count(*) from rowmill_part_task")).isZero();
    }
}
