package io.github.rowmill.operate.http;

import io.github.rowmill.api.Violation;
import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.Term;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.operate.search.Query;
import io.github.rowmill.text.Storable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of one request, and collects the violations. */
public final class Parameters {

    /** The size of a page if the caller does not give one. */
    public static final String PAGE = "50";

    /** The largest size of a page. */
    public static final int MAX_PAGE = 200;

    private final List<Violation> violations = new ArrayList<>();

    /** @throws ProblemException if a parameter is invalid */
    public void refuse() {
        if (!violations.isEmpty()) {
            throw ProblemException.of(violations);
        }
    }

    /** Adds a violation. */
    public void refuse(String name, String why) {
        violations.add(new Violation(name, why));
    }

    /**
     * Returns the term for a state.
     *
     * @return empty if no state is given, or an invalid one
     */
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

    /**
     * Returns the term for a condition on a task.
     *
     * @return empty if no value is given
     */
    Optional<Term> name(Condition condition, String name, @Nullable String value) {
        return Optional.ofNullable(text(name, value)).map(found -> Term.of(condition, found));
    }

    /** Returns the terms of a query. A null query has no terms. */
    List<Term> query(String name, @Nullable String value) {
        Query query = Query.of(value == null ? "" : value);
        if (query instanceof Query.Understood understood) {
            return understood.terms();
        }
        violations.add(new Violation(name, query.toString()));
        return List.of();
    }

    /** Reads a whole number from 1 to {@code max}. */
    public long number(String name, String value, long max) {
        try {
            long number = Long.parseLong(value);
            if (number >= 1 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, like numbers out of range.
        }
        violations.add(new Violation(name, "must be a number from 1 to %s, was '%s'".formatted(max, value)));
        return 1;
    }

    /** Reads the size of a page. */
    public long limit(@Nullable String value) {
        return number("limit", value == null ? PAGE : value, MAX_PAGE);
    }

    /** Reads the size of a page where no other parameter can be invalid. */
    public static int onlyLimit(@Nullable String value) {
        Parameters parameters = new Parameters();
        long limit = parameters.limit(value);
        parameters.refuse();
        return (int) limit;
    }

    /**
     * Reads the id below which a page begins, where no other parameter can be invalid. The page begins with the
     * first entry if no id is given.
     */
    public static long onlyBelow(@Nullable String after) {
        Parameters parameters = new Parameters();
        long id = after == null ? Long.MAX_VALUE : parameters.number("after", after, Long.MAX_VALUE);
        parameters.refuse();
        return id;
    }
}
