package io.github.rowmill.machine;

import io.github.rowmill.engine.store.Leases.State;
import io.github.rowmill.task.TaskStatus;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The model of one task. Times are whole minutes from now, because tests move them by minutes and a sequence takes less
 * than one. {@code tick} orders tasks that are due in the same minute.
 */
final class ModelTask {

    /** Minutes within which a new or renewed lease ends. */
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
    private int turn;
    private boolean holdsKey;
    private boolean isFirstClaim;
    private boolean heldKeyBefore;
    private Integer deadline;
    private String error = "-";
    private String awaits;
    private boolean isSignalled;
    private boolean wasSignalled;
    final ModelRecords records = new ModelRecords();
    private final Map<Integer, String> failures = new TreeMap<>();

    ModelTask(int number, Spec spec, int tick) {
        this.number = number;
        this.spec = spec;
        this.maxAttempts = spec.maxAttempts();
        this.due = spec.delay();
        this.tick = tick;
        this.holdsKey = spec.key() != null;
        this.deadline = spec.deadline() == 0 ? null : spec.deadline();
    }

    /** The place of a task in its queue. */
    record Place(int priority, int due, int tick, int turn, long id) implements Comparable<Place> {

        private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::priority)
                .thenComparingInt(Place::due)
                .thenComparingInt(Place::tick)
                .thenComparingInt(Place::turn)
                .thenComparingLong(Place::id);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    Place place(long id) {
        return new Place(spec.priority(), due, tick, turn, id);
    }

    int maxAttempts() {
        return maxAttempts;
    }

    boolean isLive() {
        return status == TaskStatus.QUEUED || status == TaskStatus.EXECUTING;
    }

    boolean isDue() {
        return stands() && !isTooLate();
    }

    /** Returns whether the task is queued and due, even if it is too late to start. */
    boolean stands() {
        return status == TaskStatus.QUEUED && due <= 0;
    }

    /** Returns the name of the task's group among the groups of its queue and priority. */
    String group() {
        return spec.type() + crashes;
    }

    /** Returns whether the task can never start, because its deadline has passed. */
    boolean isTooLate() {
        return !started && deadline != null && deadline <= 0;
    }

    /** Returns whether the task holds the key of {@code other}, and so prevents its enqueue. */
    boolean holdsKeyOf(Spec other) {
        return holdsKey && isLive() && spec.sharesKeyWith(other);
    }

    /** Returns whether other tasks may take the key, because this one can never start. */
    boolean isOver() {
        return status == TaskStatus.QUEUED && isTooLate();
    }

    void letKeyGo() {
        holdsKey = false;
        version++;
    }

    boolean holdsKey() {
        return holdsKey;
    }

    boolean isUntouched() {
        return status == TaskStatus.QUEUED && !started;
    }

    /** Returns whether the deadline is at most {@code minutes} from now, so that the task could not start then. */
    boolean isTooLateAt(int minutes) {
        return deadline != null && minutes >= deadline;
    }

    /**
     * Moves the due time. It is the {@code nth} change of one command, and comes behind the tasks that the command has
     * inserted.
     */
    void reschedule(int minutes, int now, int nth) {
        comeDue(minutes, now, nth);
        version++;
    }

    /** Returns whether the task gets its key back if no handler begins after this claim. */
    boolean wantsKeyBack() {
        return isFirstClaim && spec.whileQueued() && heldKeyBefore;
    }

    void takeKeyBack() {
        holdsKey = true;
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
        isFirstClaim = !started;
        heldKeyBefore = holdsKey;
        started = true;
        holdsKey &= !spec.whileQueued();
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
        if (kind.isSuspended()) {
            suspend(ruling.signal(), ruling.delay(), now);
            return;
        }
        become(kind == Ruling.Kind.DEAD ? TaskStatus.DEAD : TaskStatus.QUEUED);
        if (kind.isDelayed()) {
            comeDue(ruling.delay(), now, 0);
        }
        waitFor(null);
        if (kind.isFailure()) {
            fail(Ruling.ERROR);
        } else {
            attempts--;
        }
        if (kind == Ruling.Kind.SNOOZE) {
            crashes = 0;
        }
        if (kind == Ruling.Kind.UNBEGUN && isFirstClaim && (deadline != null || heldKeyBefore)) {
            started = false;
        }
    }

    /**
     * Ends an attempt that sleeps, or waits for a signal. A task that waits is due at once if a signal came during the
     * attempt.
     */
    void suspend(String signal, int minutes, int now) {
        become(TaskStatus.QUEUED);
        attempts--;
        crashes = 0;
        comeDue(signal != null && isSignalled ? 0 : minutes, now, 0);
        waitFor(signal);
    }

    private void waitFor(String signal) {
        awaits = signal;
        wasSignalled = isSignalled;
        isSignalled = false;
    }

    /** Restores the mark that the last verdict has removed. */
    void keepMark() {
        isSignalled = wasSignalled;
    }

    /** Marks the row for signals of these names. It is the {@code nth} one that one command marks. */
    void mark(Collection<String> signals, int now, int nth) {
        isSignalled = true;
        if (status != TaskStatus.QUEUED || awaits == null || !signals.contains(awaits)) {
            return;
        }
        version++;
        if (due > 0) {
            comeDue(0, now, nth);
        }
    }

    private void comeDue(int minutes, int now, int nth) {
        due = minutes;
        tick = now;
        turn = nth;
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
        comeDue(0, now, 0);
        deadline = null;
    }

    void pass(int minutes) {
        due -= minutes;
        leaseLeft -= minutes;
        finishedAgo += minutes;
        records.pass(minutes);
        deadline = deadline == null ? null : deadline - minutes;
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

    /** Returns the state of a lease that was handed out after {@code crashesBefore} crashes. */
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

    /** Returns the row, as {@link TableView} reads it. */
    String row() {
        boolean executing = status == TaskStatus.EXECUTING;
        return "%d: %s %s/%s key %s priority %d version %d attempts %d/%d crashes %d due %d lease %s started %s expires %s finished %s error %s failures %s awaits %s signalled %s %s"
                .formatted(
                        number,
                        status.column(),
                        spec.queue(),
                        spec.type(),
                        holdsKey ? spec.key() : "-",
                        spec.priority(),
                        version,
                        attempts,
                        maxAttempts,
                        crashes,
                        due,
                        executing ? leaseLeft : "-",
                        started ? "yes" : "no",
                        deadline == null ? "-" : deadline,
                        isLive() ? "-" : finishedAgo,
                        error,
                        failures.entrySet().stream()
                                .map(failure -> failure.getKey() + "=" + failure.getValue())
                                .collect(Collectors.joining(",", "[", "]")),
                        status == TaskStatus.QUEUED && awaits != null ? awaits : "-",
                        isSignalled ? "yes" : "no",
                        records.rows());
    }
}
