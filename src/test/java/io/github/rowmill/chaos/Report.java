package io.github.rowmill.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The result of a run: its figures in the order in which they were noted, and the breaches of promises. */
final class Report {

    private record Figure(String name, Object value) {}

    private final String title;
    private final List<Figure> figures = new ArrayList<>();
    private final List<String> breaches = new ArrayList<>();
    private final Set<String> invariants;

    /** Creates a report. Breaches of promises other than {@code invariants} become figures. */
    Report(String title, Set<String> invariants) {
        this.title = title;
        this.invariants = invariants;
    }

    void figure(String name, Object value) {
        figures.add(new Figure(name, value));
    }

    /** Notes breaches; each begins with the number of its invariant. */
    void breaches(List<String> more) {
        more.forEach(breach -> demand(false, breach));
    }

    /** Notes {@code otherwise} as a breach if {@code holds} is false. */
    void demand(boolean holds, String otherwise) {
        if (holds) {
            return;
        }
        if (Invariants.asks(invariants, otherwise)) {
            breaches.add(otherwise);
        } else {
            figure("not asked for", otherwise);
        }
    }

    long number(String name) {
        return figures.stream()
                .filter(figure -> figure.name().equals(name))
                .mapToLong(figure -> Long.parseLong(figure.value().toString()))
                .sum();
    }

    List<String> breaches() {
        return List.copyOf(breaches);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("chaos: %s%n".formatted(title));
        figures.forEach(figure -> text.append("  %-45s %s%n".formatted(figure.name(), figure.value())));
        breaches.forEach(breach -> text.append("  BROKEN %s%n".formatted(breach)));
        return text.append("  verdict: %s%n".formatted(breaches.isEmpty() ? "every promise was kept" : "BROKEN"))
                .toString();
    }
}
