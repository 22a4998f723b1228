package io.github.rowmill.machine;

import io.github.rowmill.engine.store.Leases.State;
import io.github.rowmill.task.TaskStatus;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the model believes of one task. Times are whole minutes from now, as tests move them by minutes and a sequence
 * takes less than one; {@code tick} orders what is due in the same minute.
 */
final class ModelTask {

    /** A lease that was handed out or renewed just now is over within this many minutes. */
    private static final int LEASE = 1;

    final int number;
    final Spec spec;
    TaskStatus status = TaskStatus.QUEUED;
    long version;
    int attempts;
    int crashes;
    int due;
    int tick;
    boolean trimmed;
    private int maxAttempts;
    private int leaseLeft;
    private int finishedAgo;
    private boolean started;
    private boolean elsewhere;
    private String error = "-";
    private final Map<Integer, String> failures = new TreeMap<>();

    ModelTask(int number, Spec spec, int tick) {
        this.number = number;
        this.spec = spec;
        this.maxAttempts = spec.maxAttempts();
        this.due = spec.delay();
        this.tick = tick;
    }

    /** Where a task stands in its queue. */
    record Place(int priority, int due, int tick, long id) implements Comparable<Place> {

        private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::priority)
                .thenComparingInt(Place::due)
                .thenComparingInt(Place::tick)
                .thenComparingLong(Place::id);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    Place place(long id) {
        return new Place(spec.priority(), due, tick, id);
    }

    int maxAttempts() {
        return maxAttempts;
    }

    boolean isLive() {
        return status == TaskStatus.QUEUED || status == TaskStatus.EXECUTING;
    }

    boolean isDue() {
        return status == TaskStatus.QUEUED && due <= 0;
    }

    boolean isExpired() {
        return status == TaskStatus.EXECUTING && leaseLeft <= 0;
    }

    boolean isFinishedAs(TaskStatus wanted) {
        return status == wanted && finishedAgo >= Service.RETENTION.toMinutes();
    }

    boolean isHeldBy(Hold hold) {
        return !trimmed && version == hold.version() && !elsewhere;
    }

    Hold claim() {
        become(TaskStatus.EXECUTING);
        attempts++;
        started = true;
        leaseLeft = LEASE;
        return new Hold(number, version);
    }

    void renew() {
        leaseLeft = LEASE;
    }

    void complete(boolean kept) {
        become(TaskStatus.COMPLETED);
        trimmed = !kept;
        error = "-";
    }

    void settle(Ruling ruling, int now) {
        Ruling.Kind kind = ruling.kindFor(attempts >= maxAttempts);
        become(kind == Ruling.Kind.DEAD ? TaskStatus.DEAD : TaskStatus.QUEUED);
        if (kind.isDelayed()) {
            due = ruling.delay();
            tick = now;
        }
        if (kind.isFailure()) {
            fail(Ruling.ERROR);
        } else {
            attempts--;
        }
        if (kind == Ruling.Kind.SNOOZE) {
            crashes = 0;
        }
    }

    TaskStatus recover() {
        crashes++;
        boolean isLast = attempts >= maxAttempts || crashes >= 2 + Service.MAX_CRASHES;
        become(isLast ? TaskStatus.DEAD : TaskStatus.QUEUED);
        fail(TableView.EXPIRED);
        return status;
    }

    void cancel() {
        become(TaskStatus.CANCELLED);
    }

    void retry(int now) {
        become(TaskStatus.QUEUED);
        maxAttempts = Math.max(maxAttempts, attempts + 1);
        due = 0;
        tick = now;
    }

    void pass(int minutes) {
        due -= minutes;
        leaseLeft -= minutes;
        finishedAgo += minutes;
    }

    boolean failOver() {
        elsewhere = !trimmed && status == TaskStatus.EXECUTING;
        return elsewhere;
    }

    private void become(TaskStatus next) {
        status = next;
        elsewhere = false;
        version++;
        finishedAgo = 0;
    }

    private void fail(String why) {
        error = why;
        failures.put(attempts, why);
    }

    /** What became of a lease that was handed out after so many crashes. */
    State state(Hold hold, int crashesBefore) {
        if (trimmed) {
            return State.COMPLETED;
        }
        if (version == hold.version()) {
            return elsewhere ? State.LOST : State.HELD;
        }
        if (status == TaskStatus.CANCELLED) {
            return State.CANCELLED;
        }
        if (version > hold.version() + 1 || crashes > crashesBefore || status == TaskStatus.EXECUTING) {
            return State.LOST;
        }
        return status == TaskStatus.COMPLETED ? State.COMPLETED : State.SETTLED;
    }

    /** The row, as {@link TableView} reads it. */
    String row() {
        boolean executing = status == TaskStatus.EXECUTING;
        return "%d: %s %s/%s key %s priority %d version %d attempts %d/%d crashes %d due %d lease %s started %s finished %s error %s failures %s"
                .formatted(
                        number,
                        status.column(),
                        spec.queue(),
                        spec.type(),
                        spec.key() == null ? "-" : spec.key(),
                        spec.priority(),
                        version,
                        attempts,
                        maxAttempts,
                        crashes,
                        due,
                        executing ? leaseLeft : "-",
                        started ? "yes" : "no",
                        isLive() ? "-" : finishedAgo,
                        error,
                        failures.entrySet().stream()
                                .map(failure -> failure.getKey() + "=" + failure.getValue())
                                .collect(Collectors.joining(",", "[", "]")));
    }
}
