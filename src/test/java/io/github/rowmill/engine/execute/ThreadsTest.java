package io.github.rowmill.engine.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.ByHand;
import io.github.rowmill.engine.EngineTest;
import io.github.rowmill.engine.Probes;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionManager;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.hibernate.StatelessSession;
import org.jboss.logging.MDC;
import org.jboss.logging.NDC;
import org.junit.jupiter.api.Test;

/** Tests the contexts and settings that a handler finds on its thread. */
@QuarkusTest
@TestProfile(ByHand.class)
class ThreadsTest extends EngineTest {

    @RequestScoped
    static class Counter {

        private final AtomicInteger count = new AtomicInteger();

        int next() {
            return count.incrementAndGet();
        }
    }

    @Inject
    Counter counter;

    @Inject
    TransactionManager transactions;

    @Inject
    StatelessSession session;

    @Test
    void eachTaskHasARequestContextOfItsOwn() {
        List<Integer> counts = new CopyOnWriteArrayList<>();
        enqueue("probe", 12, task -> counts.add(counter.next()));

        mill.drain();

        assertThat(counts).hasSize(12).containsOnly(1);
    }

    @Test
    void handlersRunOnPoolThreadsOrVirtualThreads() {
        Set<String> platform = ConcurrentHashMap.newKeySet();
        Set<Boolean> virtual = ConcurrentHashMap.newKeySet();
        enqueue("probe", 5, task -> platform.add(Thread.currentThread().getName()));
        enqueue(
                "probe-virtual",
                5,
                task -> virtual.add(
                        Thread.currentThread().getClass().getSimpleName().equals("VirtualThread")));

        mill.drain();

        assertThat(platform).allMatch(name -> name.startsWith("rowmill-worker-"));
        assertThat(virtual).containsOnly(Runtime.version().feature() >= 21);
        assertThat(rows.number("select count(*) from rowmill_task where status = 'completed'"))
                .isEqualTo(10);
    }

    @Test
    void logLinesOfAHandlerCarryItsTask() {
        List<String> seen = new CopyOnWriteArrayList<>();
        enqueue(
                "probe",
                1,
                task -> seen.add(MDC.get("taskId") + " " + MDC.get("taskType") + " " + MDC.get("taskAttempt") + " "
                        + task.id()));

        mill.drain();

        String id = seen.get(0).substring(seen.get(0).lastIndexOf(' ') + 1);
        assertThat(seen).containsExactly(id + " probe 1 " + id);
    }

    @Test
    void theLogContextOfAHandlerIsClearedForTheNextTask() {
        Set<Set<String>> seen = ConcurrentHashMap.newKeySet();
        enqueue("probe", 40, task -> {
            seen.add(Set.copyOf(MDC.getMap().keySet()));
            MDC.put("customer", "ada");
            MDC.put("taskId", "another");
            NDC.push("of ada");
            return seen.add(Set.of("depth " + NDC.getDepth()));
        });

        mill.drain();

        assertThat(seen).containsExactlyInAnyOrder(Set.of("taskId", "taskType", "taskAttempt"), Set.of("depth 1"));
    }

    @Test
    void changesToAThreadAreUndoneForTheNextTask() {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        ClassLoader own = new ClassLoader(getClass().getClassLoader()) {};
        enqueue("probe", 40, task -> {
            Thread thread = Thread.currentThread();
            seen.add("name " + thread.getName().startsWith("rowmill-worker-"));
            seen.add("loader " + (thread.getContextClassLoader() == own));
            seen.add("priority " + thread.getPriority());
            seen.add("uncaught " + (thread.getUncaughtExceptionHandler() == thread.getThreadGroup()));
            seen.add("interrupted " + thread.isInterrupted());
            thread.setName("mine");
            thread.setContextClassLoader(own);
            thread.setPriority(Thread.MIN_PRIORITY);
            thread.setUncaughtExceptionHandler((one, thrown) -> {});
            thread.interrupt();
            return null;
        });

        mill.drain();

        assertThat(seen)
                .containsExactlyInAnyOrder(
                        "name true",
                        "loader false",
                        "priority " + Thread.NORM_PRIORITY,
                        "uncaught true",
                        "interrupted false");
    }

    @Test
    void aTransactionTimeoutOfAHandlerEndsWithItsTask() {
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        enqueue("probe", 40, task -> {
            transactions.begin();
            seen.add(((com.arjuna.ats.jta.transaction.Transaction) transactions.getTransaction()).getTimeout());
            transactions.rollback();
            transactions.setTransactionTimeout(7);
            return null;
        });

        mill.drain();

        assertThat(seen).hasSize(1).doesNotContain(7);
    }

    @Test
    void aTransactionThatAHandlerLeavesOpenIsRolledBack() {
        enqueue("probe", 8, task -> {
            transactions.begin();
            session.createNativeMutationQuery(
                            "insert into sample_event (task_id, account, name, n) values (:id, 'left', 'open', 1)")
                    .setParameter("id", task.id())
                    .executeUpdate();
            return null;
        });
        mill.drain();
        enqueue("probe-tx", 8, task -> null);

        mill.drain();

        assertThat(rows.number("select count(*) from sample_event")).isZero();
        assertThat(
                        rows.number(
                                "select count(*) from rowmill_task where type = 'probe' and status = 'queued' and error like '%left a transaction open%'"))
                .isEqualTo(8);
        assertThat(rows.number("select count(*) from rowmill_task where type = 'probe-tx' and status = 'completed'"))
                .isEqualTo(8);
    }

    private void enqueue(String type, int count, Probes.Behaviour behaviour) {
        var payload = probes.behave(behaviour);
        queue.enqueue(IntStream.range(0, count)
                .mapToObj(i -> NewTask.of(type, payload))
                .toList());
    }
}
