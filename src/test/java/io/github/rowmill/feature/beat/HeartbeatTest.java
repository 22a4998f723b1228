package io.github.rowmill.feature.beat;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.Side;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.Heard;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.TaskRow;
import io.github.rowmill.engine.execute.WorkerPool;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.node.DrainTime;
import io.github.rowmill.node.NodeName;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.node.loop.Loops;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the heartbeats of nodes, and how the other nodes find lost ones. */
@QuarkusTest
@TestProfile(ByHand.class)
@Timeout(60)
class HeartbeatTest {

    @Inject
    NodeName nodeName;

    @Inject
    WorkerPool pool;

    @Inject
    NodeState node;

    @Inject
    Handlers handlers;

    @Inject
    HeartbeatRows beats;

    @Inject
    NodeReader reader;

    @Inject
    TaskEvents events;

    @Inject
    Ticker ticker;

    @Inject
    DrainTime time;

    @Inject
    ManualMill mill;

    @Inject
    Heard heard;

    @Inject
    Rows rows;

    private Heartbeat heart;

    @BeforeEach
    void make() {
        ThisNode self = new ThisNode(nodeName, pool, node, handlers, TestConfig.defaults(), "shop");
        heart = new Heartbeat(beats, self, node, events, new Loops(events, ticker));
        clear();
    }

    @AfterEach
    void end() throws InterruptedException {
        time.begin();
        heart.stop(new ShutdownEvent(), time);
        clear();
    }

    private void clear() {
        rows.execute("delete from rowmill_operator");
        rows.clear();
        heard.clear();
    }

    private static HeartbeatRow beat(String name) {
        return new HeartbeatRow(name, "host", "shop", "1", false, 10, 3, 2, null, List.of("noop"));
    }

    private List<Node> nodes() {
        return reader.page("", null, 100);
    }

    private Node node(String name) {
        return nodes().stream()
                .filter(found -> found.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void silence(String name, int seconds) {
        rows.execute(
                "update rowmill_operator set beat = beat - interval '%d s' where name = '%s'".formatted(seconds, name));
    }

    @Test
    void aHeartbeatRecordsTheNodeAndItsTypes() {
        heart.beatOnce();

        assertThat(nodes()).singleElement().satisfies(found -> {
            assertThat(found.name()).isEqualTo(nodeName.value());
            assertThat(found.state()).isEqualTo(Node.State.UP);
            assertThat(found.application()).isEqualTo("shop");
            assertThat(found.version()).matches("\\d+\\.\\d+\\.\\d+.*");
            assertThat(found.types()).contains("noop");
            assertThat(found.queues()).isNull();
            assertThat(found.inHand()).isZero();
            assertThat(found.beat()).isEqualTo(found.started());
        });
    }

    @Test
    void onlyTheFirstHeartbeatOfAStartSetsTheStartTime() {
        beats.beat(beat("a"), true);
        rows.execute("update rowmill_operator set started = started - interval '1 h'");
        beats.beat(beat("a"), false);

        assertThat(node("a").started()).isBefore(node("a").beat());

        beats.beat(beat("a"), true);

        assertThat(node("a").started()).isEqualTo(node("a").beat());
    }

    @Test
    void aNodeThatMissedThreeHeartbeatsIsReportedLostOnce() {
        beats.beat(beat("a"), true);
        beats.beat(beat("b"), true);
        beats.beat(beat("dead"), true);
        silence("dead", 31);

        assertThat(node("dead").state()).isEqualTo(Node.State.LOST);
        assertThat(beats.beat(beat("a"), false))
                .containsExactly(new TaskEvent.NodeLost("dead", node("dead").beat(), 3));
        assertThat(beats.beat(beat("b"), false)).isEmpty();
    }

    @Test
    void aNodeThatMissedTwoBeatsIsNotLost() {
        beats.beat(beat("a"), true);
        beats.beat(beat("slow"), true);
        silence("slow", 25);

        assertThat(node("slow").state()).isEqualTo(Node.State.UP);
        assertThat(beats.beat(beat("a"), false)).isEmpty();
    }

    @Test
    void aLostNodeIsUpAfterAHeartbeatAndCanBeLostAgain() {
        beats.beat(beat("a"), true);
        beats.beat(beat("b"), true);
        silence("b", 31);
        beats.beat(beat("a"), false);
        beats.beat(beat("b"), false);

        assertThat(node("b").state()).isEqualTo(Node.State.UP);

        silence("b", 31);

        assertThat(beats.beat(beat("a"), false)).hasSize(1);
    }

    @Test
    void afterADatabaseOutageNoNodeIsReportedLost() {
        beats.beat(beat("a"), true);
        beats.beat(beat("b"), true);
        silence("a", 300);
        silence("b", 300);

        assertThat(beats.beat(beat("a"), false)).isEmpty();
        assertThat(beats.beat(beat("b"), false)).isEmpty();
    }

    @Test
    void heartbeatsOfLiveAndLostNodesDoNotDeadlock() throws Exception {
        for (int round = 0; round < 20; round++) {
            for (String name : List.of("a", "b", "c", "d")) {
                beats.beat(beat(name), true);
            }
            rows.execute("update rowmill_operator set beat = beat - interval '31 s' where name in ('c', 'd')");
            CyclicBarrier together = new CyclicBarrier(4);
            List<CompletableFuture<List<TaskEvent.NodeLost>>> told = new ArrayList<>();
            for (String name : List.of("a", "b", "c", "d")) {
                told.add(Side.begin(() -> {
                    await(together);
                    return beats.beat(beat(name), false);
                }));
            }
            for (CompletableFuture<List<TaskEvent.NodeLost>> lost : told) {
                lost.get(30, TimeUnit.SECONDS);
            }
            assertThat(nodes()).allMatch(found -> found.state() == Node.State.UP);
        }
    }

    private static void await(CyclicBarrier together) {
        try {
            together.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aNodeThatStopsIsRecordedAsStoppedAndNotAsLost() throws InterruptedException {
        heart.beatOnce();

        time.begin();
        heart.stop(new ShutdownEvent(), time);

        assertThat(node(nodeName.value()).state()).isEqualTo(Node.State.STOPPED);
        assertThat(node(nodeName.value()).stopped()).isNotNull();
        silence(nodeName.value(), 300);
        beats.beat(beat("a"), true);
        assertThat(beats.beat(beat("a"), false)).isEmpty();
    }

    @Test
    void heldAndRecoveredTasksOfANodeAreCounted() {
        beats.beat(beat("dead"), true);
        executing("dead", "1 h");
        executing("dead", "-1 s");
        executing("dead", "-1 s");
        executing("another", "1 h");

        assertThat(node("dead").holds()).isEqualTo(3);

        mill.runOnce();

        assertThat(node("dead").holds()).isEqualTo(1);
        assertThat(node("dead").recovered()).isEqualTo(2);
    }

    @Test
    void tasksRecoveredBeforeTheStartOfANodeAreNotCounted() {
        executing("again", "-1 s");
        mill.runOnce();
        beats.beat(beat("again"), true);

        assertThat(node("again").recovered()).isZero();
    }

    private void executing(String operatorId, String lease) {
        rows.insert(TaskRow.of("noop")
                .attempts(1)
                .started("now()")
                .executing(operatorId, "now() + interval '%s'".formatted(lease)));
    }

    @Test
    void nodesThatWereLostOrStoppedAWeekAgoAreDeleted() {
        beats.beat(beat("gone"), true);
        beats.beat(beat("recent"), true);
        beats.beat(beat("stopped"), true);
        beats.stop(beat("stopped"));
        silence("gone", 8 * 86_400);
        silence("recent", 6 * 86_400);
        rows.execute("update rowmill_operator set stopped = now() - interval '8 d' where name = 'stopped'");

        assertThat(beats.trim()).isEqualTo(2);

        assertThat(nodes()).extracting(Node::name).containsExactly("recent");
    }

    @Test
    void nodesAreListedByNamePageByPageAndByState() {
        for (String name : List.of("c", "a", "b")) {
            beats.beat(beat(name), true);
        }
        silence("b", 31);

        assertThat(reader.page("", null, 2)).extracting(Node::name).containsExactly("a", "b");
        assertThat(reader.page("b", null, 2)).extracting(Node::name).containsExactly("c");
        assertThat(reader.page("", Node.State.LOST, 2)).extracting(Node::name).containsExactly("b");
        assertThat(reader.page("", Node.State.UP, 1)).extracting(Node::name).containsExactly("a");
    }
}
