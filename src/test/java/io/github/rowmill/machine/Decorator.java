package io.github.rowmill.machine;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.Leases;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Task;
import io.github.rowmill.task.TaskStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Calls another service. A subclass overrides the verbs that differ. */
abstract class Decorator implements Service {

    protected final Service real;

    Decorator(Service real) {
        this.real = real;
    }

    @Override
    public List<Enqueued> enqueue(List<NewTask> tasks, Ending ending) {
        return real.enqueue(tasks, ending);
    }

    @Override
    public List<Claimed> claim(String queue, Set<String> types, int limit) {
        return real.claim(queue, types, limit);
    }

    @Override
    public List<Claimed> claimAfter(Claimed last, Set<String> types, int limit) {
        return real.claimAfter(last, types, limit);
    }

    @Override
    public List<Claimed> claimNew(String queue, List<Long> ids) {
        return real.claimNew(queue, ids);
    }

    @Override
    public Inserts.Made insertNew(NewTask task) {
        return real.insertNew(task);
    }

    @Override
    public List<Claimed> claimQuarantined(Set<String> queues, Set<String> types) {
        return real.claimQuarantined(queues, types);
    }

    @Override
    public Set<Lease> renew(Collection<Lease> leases) {
        return real.renew(leases);
    }

    @Override
    public boolean complete(Lease lease, Ending ending) {
        return real.complete(lease, ending);
    }

    @Override
    public Set<Lease> completeAll(Collection<Lease> leases) {
        return real.completeAll(leases);
    }

    @Override
    public boolean settle(Verdict verdict, Ending ending) {
        return real.settle(verdict, ending);
    }

    @Override
    public Set<Lease> settleAll(List<Verdict> verdicts) {
        return real.settleAll(verdicts);
    }

    @Override
    public Set<Lease> settleTogether(Map<Claimed, Verdict> verdicts) {
        return real.settleTogether(verdicts);
    }

    @Override
    public Map<Lease, Leases.State> read(Collection<Claimed> tasks) {
        return real.read(tasks);
    }

    @Override
    public Map<Long, TaskStatus> recover(int limit) {
        return real.recover(limit);
    }

    @Override
    public void cancel(long id) {
        real.cancel(id);
    }

    @Override
    public void retry(long id) {
        real.retry(id);
    }

    @Override
    public int trim(TaskStatus status) {
        return real.trim(status);
    }

    @Override
    public void pass(long id, Duration time) {
        real.pass(id, time);
    }

    @Override
    public boolean failOver(long id) {
        return real.failOver(id);
    }

    @Override
    public Task task(long id) {
        return real.task(id);
    }

    @Override
    public int step(Claimed task, String name, int value) {
        return real.step(task, name, value);
    }

    @Override
    public Optional<Integer> transact(Claimed task, String name, int value, Ending ending) {
        return real.transact(task, name, value, ending);
    }

    @Override
    public Pause sleep(Claimed task, String name, Duration time) {
        return real.sleep(task, name, time);
    }

    @Override
    public Pause await(Claimed task, String name, String signal, Duration most) {
        return real.await(task, name, signal, most);
    }

    @Override
    public void signal(long id, String name, int payload, Ending ending) {
        real.signal(id, name, payload, ending);
    }

    @Override
    public boolean signalBySql(long id, String name, int payload) {
        return real.signalBySql(id, name, payload);
    }

    @Override
    public boolean mark(long id) {
        return real.mark(id);
    }

    @Override
    public int sweepSignals() {
        return real.sweepSignals();
    }

    @Override
    public long trimSteps() {
        return real.trimSteps();
    }
}
