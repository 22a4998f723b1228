package io.github.rowmill.operate.http.work;

import io.github.rowmill.api.Violation;
import io.github.rowmill.feature.lend.ClaimRequest;
import io.github.rowmill.feature.lend.LoanVerdict;
import io.github.rowmill.feature.lend.RenewalRequest;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.Progress;
import io.github.rowmill.text.ForeignFailure;
import io.github.rowmill.text.Storable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the requests of remote workers, and collects all violations of a request. */
final class WorkReader {

    private static final int MAX_NAMES = 100;
    private static final int MAX_NAME = 200;
    private static final int MAX_ROOM = 100;
    private static final int MAX_LEASES = 1_000;
    private static final Duration MAX_WAIT = Duration.ofSeconds(60);
    private static final Duration MAX_DELAY = Duration.ofDays(36_500);

    /** Eighteen digits are always a number of 64 bits. */
    private static final Pattern LEASE = Pattern.compile("\\d{1,18}:\\d{1,18}");

    private final List<Violation> violations = new ArrayList<>();

    /** @throws ProblemException if a field is invalid */
    static ClaimRequest claim(ClaimJson asked) {
        WorkReader reader = new WorkReader();
        Set<String> types = reader.names("types", asked.types());
        Set<String> queues = asked.queues() == null ? null : reader.names("queues", asked.queues());
        int room = asked.room() == null ? 1 : asked.room();
        if (room < 1 || room > MAX_ROOM) {
            reader.add("room", "must be 1 to %s, was %s".formatted(MAX_ROOM, room));
        }
        reader.within("wait", wait(asked), MAX_WAIT, "60s");
        reader.refuse();
        return new ClaimRequest(types, queues, room);
    }

    /** Returns how long a claim may wait. */
    static Duration wait(ClaimJson asked) {
        return asked.waitFor() == null ? Duration.ZERO : asked.waitFor();
    }

    /** @throws ProblemException if a lease is invalid or repeated, or a progress is invalid */
    static RenewalRequest renewal(RenewJson asked) {
        WorkReader reader = new WorkReader();
        List<@Nullable String> texts = reader.sized("leases", asked.leases(), MAX_LEASES);
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            leases.add(reader.lease("leases[%s]".formatted(i), texts.get(i)));
        }
        reader.refuse();
        reader.noneTwice("leases", leases);
        Map<Lease, Progress> progress = ProgressReader.read(asked.progress(), leases, reader::add);
        reader.refuse();
        return new RenewalRequest(leases, progress);
    }

    /**
     * Returns the verdicts of a request.
     *
     * @param results returns why JSON cannot be kept as the field {@code result}, or null if it can
     * @throws ProblemException if a verdict is invalid, or a lease has two
     */
    static List<LoanVerdict> verdicts(SettleJson asked, Function<String, @Nullable Violation> results) {
        WorkReader reader = new WorkReader();
        List<SettleJson.@Nullable Verdict> given = reader.sized("verdicts", asked.verdicts(), MAX_LEASES);
        List<LoanVerdict> verdicts = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            reader.verdict("verdicts[%s]".formatted(i), given.get(i), results, verdicts);
        }
        reader.refuse();
        reader.noneTwice("verdicts", verdicts.stream().map(LoanVerdict::lease).toList());
        return verdicts;
    }

    /**
     * A step that was done.
     *
     * @param json its value; null for none
     */
    record Step(Lease lease, String name, @Nullable String json) {}

    /**
     * Returns the step of a request.
     *
     * @param results returns why JSON cannot be kept as the field {@code result}, or null if it can
     * @throws ProblemException if a field is invalid
     */
    static Step step(StepJson asked, Function<String, @Nullable Violation> results) {
        WorkReader reader = new WorkReader();
        Lease lease = reader.lease("lease", asked.lease());
        String name = reader.name("name", asked.name());
        String json = asked.result() == null ? null : asked.result().json();
        Violation refusal = json == null ? null : results.apply(json);
        if (refusal != null) {
            reader.violations.add(refusal);
        }
        reader.refuse();
        return new Step(lease, name, json);
    }

    private void verdict(
            String place,
            SettleJson.@Nullable Verdict given,
            Function<String, @Nullable Violation> results,
            List<LoanVerdict> verdicts) {
        if (given == null) {
            add(place, "must be an object");
            return;
        }
        Lease lease = lease(place + ".lease", given.lease());
        LoanVerdict.End end = end(place + ".outcome", given.outcome());
        if (end == null) {
            return;
        }
        boolean fails = end == LoanVerdict.End.FAILED || end == LoanVerdict.End.GAVE_UP;
        boolean delays = end == LoanVerdict.End.FAILED || end == LoanVerdict.End.SNOOZED;
        Throwable cause = cause(place, given, fails);
        String result = result(place + ".", given, end, results);
        only(place + ".delay", delays || given.delay() == null, "failed and snoozed");
        if (end == LoanVerdict.End.SNOOZED && given.delay() == null) {
            add(place + ".delay", "is missing");
        }
        within(place + ".delay", given.delay() == null ? Duration.ZERO : given.delay(), MAX_DELAY, "36500d");
        verdicts.add(new LoanVerdict(lease, end, cause, result, given.delay()));
    }

    private @Nullable Throwable cause(String place, SettleJson.Verdict given, boolean fails) {
        String error = given.error();
        if (fails && (error == null || error.isBlank())) {
            add(place + ".error", "is missing");
        }
        only(place + ".error", fails || error == null, "failed and gave-up");
        only(place + ".trace", fails || given.trace() == null, "failed and gave-up");
        return error == null ? null : new ForeignFailure(error, given.trace() == null ? "" : given.trace());
    }

    private @Nullable String result(
            String prefix,
            SettleJson.Verdict given,
            LoanVerdict.End end,
            Function<String, @Nullable Violation> results) {
        if (given.result() == null) {
            return null;
        }
        only(prefix + "result", end == LoanVerdict.End.SUCCEEDED, "succeeded");
        Violation refusal = results.apply(given.result().json());
        if (refusal != null) {
            violations.add(refusal.under(prefix));
        }
        return given.result().json();
    }

    private LoanVerdict.@Nullable End end(String field, @Nullable String word) {
        for (LoanVerdict.End end : LoanVerdict.End.values()) {
            if (end.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(word)) {
                return end;
            }
        }
        add(field, "must be one of succeeded, failed, gave-up, snoozed, released");
        return null;
    }

    private void only(String field, boolean isRight, String outcomes) {
        if (!isRight) {
            add(field, "is only for " + outcomes);
        }
    }

    private void within(String field, Duration time, Duration most, String text) {
        if (time.isNegative() || time.compareTo(most) > 0) {
            add(field, "must be 0s to %s, was %s".formatted(text, time));
        }
    }

    private Lease lease(String field, @Nullable String text) {
        Matcher matcher = LEASE.matcher(text == null ? "" : text);
        if (!matcher.matches()) {
            add(field, "must be the lease of a claimed task, such as 17:3");
            return new Lease(0, 0);
        }
        return Lease.ofAttemptKey(matcher.group());
    }

    private void noneTwice(String field, List<Lease> leases) {
        Set<Long> met = new HashSet<>();
        leases.stream()
                .filter(one -> !met.add(one.id()))
                .forEach(one -> add(field, "must name each task once, names %s again".formatted(one.id())));
        refuse();
    }

    private Set<String> names(String field, @Nullable List<@Nullable String> given) {
        List<@Nullable String> names = sized(field, given, MAX_NAMES);
        Set<String> all = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            all.add(name("%s[%s]".formatted(field, i), names.get(i)));
        }
        return all;
    }

    private String name(String field, @Nullable String given) {
        String name = String.valueOf(given);
        String refusal = given == null ? "must be a string" : Storable.refusal(name, MAX_NAME);
        if (refusal != null) {
            add(field, refusal);
        }
        return name;
    }

    /** Returns the list, or an empty one if it is missing or has a wrong size, which is a violation. */
    private <T extends @Nullable Object> List<T> sized(String field, @Nullable List<T> list, int most) {
        if (list == null) {
            add(field, "is missing");
            return new ArrayList<>();
        }
        if (list.isEmpty() || list.size() > most) {
            add(field, "must have 1 to %s elements, has %s".formatted(most, list.size()));
            return new ArrayList<>();
        }
        return list;
    }

    private void add(String field, String message) {
        violations.add(new Violation(field, message));
    }

    private void refuse() {
        if (!violations.isEmpty()) {
            throw ProblemException.of(violations);
        }
    }
}
