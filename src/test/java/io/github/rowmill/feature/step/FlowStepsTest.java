package io.github.rowmill.feature.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rowmill.api.EndedFlow;
import io.github.rowmill.api.Flow;
import io.github.rowmill.api.FlowFailedException;
import io.github.rowmill.api.Flows;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskSuspended;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Probes.Behaviour;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(ByHand.class)
class FlowStepsTest extends StepTest {

    @Inject
    Flows flows;

    @Inject
    SignalDelivery delivery;

    private final AtomicBoolean isBroken = new AtomicBoolean();

    @BeforeEach
    void noFlowIsLeft() {
        isBroken.set(false);
        rows.execute("delete from rowmill_flow; delete from rowmill_part_task");
    }

    private NewTask member(Behaviour behaviour) {
        return NewTask.of("probe", probes.behave(behaviour)).maxAttempts(1);
    }

    private Object work(TaskContext task) {
        if (isBroken.get()) {
            throw new IllegalStateException("as if");
        }
        done.add("part");
        return 7;
    }

    private Flow album() {
        Flow flow = Flow.of("album");
        Flow.Part thumbs = flow.add("thumbs", member(this::work));
        flow.add("zip", member(this::work)).after(thumbs);
        return flow;
    }

    private Object publish(TaskContext task) {
        EndedFlow album = task.awaitFlow("album", album());
        done.add("%s %s".formatted(album.view().state(), album.result("zip", Integer.class)));
        return null;
    }

    private long flowOf(long task) {
        return rows.number("select id from rowmill_flow where owner = " + task);
    }

    private long flowsMade() {
        return rows.number("select count(*) from rowmill_flow");
    }

    private long signals() {
        return rows.number("select count(*) from rowmill_signal");
    }

    @Test
    void aTaskContinuesWithTheResultsOfItsFlow() {
        long id = enqueue("probe", this::publish);

        mill.drain();

        assertThat(done).containsExactly("part", "part", "ENDED 7");
        assertThat(state(id)).isEqualTo("completed 1");
        assertThat(flowsMade()).isOne();
        assertThat(signals()).isZero();
    }

    @Test
    void aTaskThatWaitsForAFlowHoldsNoWorker() {
        long id = enqueue("probe", this::publish);

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || attempts || ' ' || awaits")).isEqualTo("queued 0 flow:" + flowOf(id));
    }

    @Test
    void aCrashMakesNoSecondFlow() {
        long id = enqueue("probe", this::publish);

        mill.crashOnce(id);
        mill.drain();

        assertThat(state(id)).isEqualTo("completed 2");
        assertThat(flowsMade()).isOne();
        assertThat(done).containsExactly("part", "part", "ENDED 7");
    }

    @Test
    void anAttemptWithoutItsLeaseEnqueuesNoFlow() {
        long id = enqueue("probe", task -> {
            takeLease(task.id());
            return publish(task);
        });

        mill.runOnce();

        assertThat(flowsMade()).isZero();
        assertThat(rows.number("select count(*) from rowmill_task where flow is not null"))
                .isZero();
        assertThat(recorded(id)).isNull();
    }

    @Test
    void aFailedFlowFailsTheTaskThatWaits() {
        isBroken.set(true);
        long id = enqueue("probe", task -> task.awaitFlow("album", album().onFailure(Flow.Failure.CANCEL)));

        mill.drain();

        assertThat(rows.of(id, "error"))
                .contains(FlowFailedException.class.getName())
                .contains("flow %s 'album' has failed, with 0 tasks completed, 1 dead and 1 cancelled"
                        .formatted(flowOf(id)));
    }

    @Test
    void aHandlerThatCatchesTheFailureReadsTheResults() {
        long id = enqueue("probe", task -> {
            Flow flow = Flow.of("some");
            flow.add("good", member(this::work));
            flow.add("bad", member(one -> {
                throw new IllegalStateException("as if");
            }));
            try {
                return task.awaitFlow("some", flow);
            } catch (FlowFailedException e) {
                done.add(flows.results(e.flow()).result("good", Integer.class) + " "
                        + flows.results(e.flow()).counts("bad").dead());
                return null;
            }
        });

        mill.drain();

        assertThat(done).containsExactly("part", "7 1");
        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void aTaskWaitsAgainForItsRetriedFlow() {
        isBroken.set(true);
        long id = enqueue("probe", task -> {
            EndedFlow album = task.awaitFlow("album", album().onFailure(Flow.Failure.CANCEL));
            done.add("ended " + album.id());
            return null;
        });
        mill.drain();
        isBroken.set(false);

        flows.retry(flowOf(id));
        tryAgain(id);

        assertThat(done).containsExactly("part", "part", "ended " + flowOf(id));
        assertThat(state(id)).isEqualTo("completed 2");
        assertThat(signals()).isZero();
    }

    @Test
    void aPartThatIsHeldKeepsTheTaskWaiting() {
        isBroken.set(true);
        long id = enqueue("probe", this::publish);
        mill.drain();
        assertThat(state(id)).isEqualTo("queued 0");
        isBroken.set(false);

        flows.retry(flowOf(id));
        mill.drain();

        assertThat(done).containsExactly("part", "part", "ENDED 7");
        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void aCancelledFlowFailsTheTaskThatWaits() {
        long id = enqueue("probe", this::publish);
        mill.runOnce();

        flows.cancel(flowOf(id));
        mill.drain();

        assertThat(rows.of(id, "error")).contains("flow %s 'album' was cancelled".formatted(flowOf(id)));
    }

    @Test
    void aPartThatWasNotNeededIsNoFailure() {
        long id = enqueue("probe", task -> {
            Flow flow = Flow.of("guarded");
            Flow.Part work = flow.add("work", member(this::work));
            flow.add("repair", member(this::work)).ifFailed(work);
            EndedFlow ended = task.awaitFlow("guarded", flow);
            done.add("cancelled " + ended.counts("repair").cancelled());
            return null;
        });

        mill.drain();

        assertThat(done).containsExactly("part", "cancelled 1");
        assertThat(state(id)).isEqualTo("completed 1");
    }

    @Test
    void aTaskRetriedWhileItsFlowEndsStillCompletes() throws SQLException {
        long id = enqueue("probe", task -> {
            Flow album = Flow.of("album");
            album.add("thumbs", member(this::work));
            return task.awaitFlow("album", album).view().state().name();
        });
        mill.runOnce();
        end("completed", "flow = " + flowOf(id));
        end("dead", "id = " + id);

        try (Connection look = rows.connect()) {
            look.setAutoCommit(false);
            look.createStatement().execute("select what from rowmill_look('{}', '{%s}')".formatted(flowOf(id)));
            queue.retry(id);
            mill.runOnce();
            assertThat(state(id)).startsWith("queued");
            look.commit();
        }
        delivery.sweepOnce(Duration.ZERO);
        mill.drain();

        assertThat(state(id)).startsWith("completed");
    }

    private void end(String status, String which) {
        rows.execute("""
                update rowmill_task
                   set status = '%s', finished = clock_timestamp(), awaits = null, version = version + 1
                 where %s
                """.formatted(status, which));
    }

    @Test
    void aFlowWithoutTasksHasEndedAtOnce() {
        long id = enqueue(
                "probe",
                task -> task.awaitFlow("none", Flow.of("none")).view().state().name());

        assertThat(mill.drain()).isOne();

        assertThat(state(id)).isEqualTo("completed 1");
        assertThat(signals()).isZero();
    }

    @Test
    void anEndBetweenTheLookAndTheVerdictIsNotLost() {
        long id = enqueue("probe", task -> {
            try {
                return publish(task);
            } catch (TaskSuspended e) {
                flows.cancel(flowOf(task.id()));
                await().atMost(Duration.ofSeconds(30)).until(() -> "t".equals(rows.of(task.id(), "signalled")));
                throw e;
            }
        });

        mill.runOnce();

        assertThat(rows.of(id, "status || ' ' || (run_at <= clock_timestamp())"))
                .isEqualTo("queued true");
    }

    @Test
    void anOlderNodeOrSqlThatEndsTheFlowWakesTheTask() {
        long id = enqueue("probe", this::publish);
        mill.runOnce();

        rows.execute("update rowmill_task set status = 'cancelled', finished = now() where flow = " + flowOf(id)
                + "; update rowmill_flow set finished = now() where id = " + flowOf(id));
        mill.drain();

        assertThat(rows.of(id, "error")).contains("2 cancelled");
    }

    @Test
    void aFlowOfAStepMayNotHaveAUniqueKey() {
        flows.enqueue(album().uniqueKey("mine"));
        long id = enqueue("probe", task -> task.awaitFlow("album", album().uniqueKey("mine")));

        mill.runOnce();

        assertThat(rows.of(id, "error")).contains("has the unique key 'mine'", "remove the key");
        assertThat(flowsMade()).isOne();
    }

    @Test
    void aTransactionalHandlerCannotWaitForAFlow() {
        long id = enqueue("probe-tx", this::publish);

        mill.drain();

        assertThat(rows.of(id, "error")).contains("sleeps or waits in the transaction of a @Transactional handler");
        assertThat(flowsMade()).isZero();
    }

    @Test
    void aWaitThatIsOverReadsNothingOfItsFlow() {
        long id = enqueue("probe", task -> {
            done.add("flow " + task.awaitFlow("album", album()).id());
            task.sleep("month", Duration.ofDays(30));
            return null;
        });
        mill.drain();
        long flow = flowOf(id);
        rows.execute("delete from rowmill_flow where id = " + flow);

        mill.pass(id, Duration.ofDays(30));
        mill.drain();

        assertThat(done).contains("flow " + flow);
        assertThat(state(id)).isEqualTo("completed 1");
    }
}
