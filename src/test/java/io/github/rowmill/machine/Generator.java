package io.github.rowmill.machine;

import io.github.rowmill.task.TaskStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Generates random sequences. The same seed gives the same sequence. */
final class Generator {

    private static final List<String> TYPES = List.of("ant", "bee");
    private static final List<String> QUEUES = List.of("default", "mail");
    private static final List<TaskStatus> FINAL = List.of(TaskStatus.COMPLETED, TaskStatus.DEAD, TaskStatus.CANCELLED);

    private static final List<String> STEPS = List.of("book", "charge");
    private static final List<String> SLEEPS = List.of("nap", "night");
    private static final List<String> WAITS = List.of("first", "second");
    private static final List<String> SIGNALS = List.of(Ruling.SIGNAL, "sent");

    /** Verdicts after which no signal makes a task due at once. */
    private static final List<Ruling.Kind> WITHOUT_SIGNAL = Arrays.stream(Ruling.Kind.values())
            .filter(kind -> kind != Ruling.Kind.AWAIT)
            .toList();

    private static final int HOUR = 60;

    /**
     * First of the minutes of an hour that no other command uses. A task that sleeps keeps its minute, so no two of
     * them tie.
     */
    private static final int FIRST_PAUSE = 10;

    private static final int PAUSES = 40;

    private final SplittableRandom random;
    private final List<Supplier<Command>> urn = new ArrayList<>();
    private int pauses;

    Generator(long seed) {
        this.random = new SplittableRandom(seed);
        put(16, this::enqueue);
        put(18, () -> new Operators.Claim(oneOf(QUEUES), types(), between(1, 3)));
        put(12, () -> new Operators.ClaimAfter(back(), types(), between(1, 3)));
        put(8, () -> new Operators.ClaimNew(oneOf(QUEUES), several(i -> back())));
        put(6, () -> new Operators.EnqueueAndClaim(spec(null)));
        put(6, () -> new Operators.ClaimQuarantined(QUEUES, types()));
        put(7, () -> new Operators.Renew(several(i -> back())));
        put(6, () -> new Operators.Complete(back(), ending()));
        put(5, () -> new Operators.CompleteAll(several(i -> back())));
        put(10, () -> new Operators.Settle(ruling(0), ending()));
        put(10, () -> new Operators.SettleAll(several(this::ruling)));
        put(8, () -> new Operators.SettleTogether(several(i -> back()), several(this::ruling)));
        put(4, () -> new Operators.Read(several(i -> back())));
        put(9, () -> new Others.Expire(back()));
        put(9, () -> new Others.Recover(between(1, 4)));
        put(8, () -> new Others.Pass(back(), between(1, 3)));
        put(6, () -> new Others.Cancel(back()));
        put(6, () -> new Others.Retry(back()));
        put(4, () -> new Others.Trim(oneOf(FINAL)));
        put(5, () -> new Others.FailOver(back()));
        put(2, () -> new Others.Find(back()));
        put(8, () -> new Handlers.Step(back(), oneOf(STEPS)));
        put(6, () -> new Handlers.Transact(back(), oneOf(STEPS), ending()));
        put(7, () -> new Handlers.Sleep(back(), oneOf(SLEEPS), minutesOfItsOwn()));
        put(10, () -> new Handlers.Await(back(), oneOf(WAITS), oneOf(SIGNALS), minutesOfItsOwn()));
        put(10, () -> new Senders.Signal(back(), oneOf(SIGNALS), ending()));
        put(5, () -> new Senders.SignalBySql(back(), oneOf(SIGNALS)));
        put(5, () -> new Senders.SweepSignals());
        put(2, () -> new Others.TrimSteps());
    }

    private void put(int weight, Supplier<Command> command) {
        IntStream.range(0, weight).forEach(i -> urn.add(command));
    }

    List<Command> sequence(int length) {
        List<Command> commands = new ArrayList<>();
        while (commands.size() < length) {
            // Sometimes the last command comes again, as after an answer that was lost.
            boolean again = !commands.isEmpty() && between(1, 10) == 1;
            commands.add(again ? commands.get(commands.size() - 1) : oneOf(urn).get());
        }
        return commands;
    }

    private Command enqueue() {
        return new Enqueue(several(i -> spec(between(1, 3) == 1 ? oneOf(List.of("k", "l")) : null)), ending());
    }

    private Spec spec(String key) {
        int delay = between(1, 5) == 1 ? between(1, 3) * HOUR : 0;
        boolean refuses = key != null && between(1, 4) == 1;
        boolean whileQueued = key != null && between(1, 2) == 1;
        int deadline = between(1, 4) == 1 ? delay + between(1, 3) * HOUR : 0;
        boolean reschedules = key != null && !refuses && between(1, 3) == 1;
        return new Spec(
                oneOf(TYPES),
                oneOf(QUEUES),
                between(0, 2),
                delay,
                between(1, 4),
                key,
                refuses,
                whileQueued,
                deadline,
                reschedules);
    }

    /**
     * Returns a ruling. No two of a batch are due in the same minute, because the order of their writes is undefined.
     */
    private Ruling ruling(int nth) {
        List<Ruling.Kind> kinds = nth == 0 ? List.of(Ruling.Kind.values()) : WITHOUT_SIGNAL;
        return new Ruling(back(), oneOf(kinds), between(0, 2) * HOUR + nth);
    }

    private int minutesOfItsOwn() {
        return between(1, 3) * HOUR + FIRST_PAUSE + pauses++ % PAUSES;
    }

    private List<String> types() {
        return between(1, 4) == 1 ? List.of(oneOf(TYPES)) : TYPES;
    }

    private Ending ending() {
        return between(1, 6) == 1 ? Ending.ROLLBACK : Ending.COMMIT;
    }

    /** Returns how far to count back: often to one of the last, seldom to an early one. */
    private int back() {
        return between(0, between(0, between(0, 9)));
    }

    private <T> List<T> several(IntFunction<T> one) {
        return IntStream.range(0, between(1, 4)).mapToObj(one).toList();
    }

    private <T> T oneOf(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }
}
