package io.github.rowmill.operate.http;

import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.store.read.Condition;
import io.github.rowmill.engine.store.read.Term;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.operate.search.Query;
import io.github.rowmill.text.Storable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of one request, and gathers what is wrong with them. */
public final class Parameters {

    /** What a page has unless its caller says otherwise. */
    public static final String PAGE = "50";

    /** The most that a caller may ask for at once. */
    public static final int MAX_PAGE = 200;

    private final List<Violation> violations = new ArrayList<>();

    /** @throws ProblemException something was wrong */
    public void refuse() {
        if (!violations.isEmpty()) {
            throw ProblemException.of(violations);
        }
    }

    /** The state that is asked for; empty: none is. */
    Optional<Term> state(@Nullable String value) {
        Optional<Term> state = Optional.ofNullable(value).flatMap(Term::ofState);
        if (value != null && state.isEmpty()) {
            String known = String.join(", ", Term.STATES);
            violations.add(new Violation("status", "must be one of %s, was '%s'".formatted(known, value)));
        }
        return state;
    }

    public @Nullable String text(String name, @Nullable String value) {
        if (value != null && Storable.isUnstorable(value)) {
            violations.add(new Violation(name, Storable.UNSTORABLE));
        }
        return value;
    }

    /** What asks for a value of a task; empty: nothing is asked. */
    Optional<Term> name(Condition condition, String name, @Nullable String value) {
        return Optional.ofNullable(text(name, value)).map(found -> Term.of(condition, found));
    }

    /** The terms of a query; null asks for nothing. */
    List<Term> query(String name, @Nullable String value) {
        Query query = Query.of(value == null ? "" : value);
        if (query instanceof Query.Understood understood) {
            return understood.terms();
        }
        violations.add(new Violation(name, query.toString()));
        return List.of();
    }

    /** A whole number from 1 to {@code max}. */
    public long number(String name, String value, long max) {
        try {
            long number = Long.parseLong(value);
            if (number >= 1 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, as numbers out of range are.
        }
        violations.add(new Violation(name, "must be a number from 1 to %s, was '%s'".formatted(max, value)));
        return 1;
    }

    /** The most that a page is asked for. */
    public long limit(@Nullable String value) {
        return number("limit", value == null ? PAGE : value, MAX_PAGE);
    }

    /** The most of a page, where it is the only parameter that may be at fault. */
    public static int onlyLimit(@Nullable String value) {
        Parameters parameters = new Parameters();
        long limit = parameters.limit(value);
        parameters.refuse();
        return (int) limit;
    }

    /** The id that a page comes below, where it is the only parameter that may be at fault; without one, all do. */
    public static long onlyBelow(@Nullable String after) {
        Parameters parameters = new Parameters();
        long id = after == null ? Long.MAX_VALUE : parameters.number("after", after, Long.MAX_VALUE);
        parameters.refuse();
        return id;
    }
}
