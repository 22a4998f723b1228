package io.github.rowmill.engine.settle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Divides verdicts by their kind and by the size of their results. */
final class VerdictParts {

    /** Largest size of the results in one statement, in characters. A single larger result is sent alone. */
    private static final int MAX_RESULTS = 4_000_000;

    private VerdictParts() {}

    /** Divides verdicts into parts for one statement each. */
    static List<List<PendingVerdict>> of(List<PendingVerdict> some) {
        List<List<PendingVerdict>> parts = new ArrayList<>();
        Map<PendingVerdict.Kind, List<PendingVerdict>> kinds =
                some.stream().collect(Collectors.groupingBy(PendingVerdict::kind, TreeMap::new, Collectors.toList()));
        kinds.forEach((kind, alike) -> {
            if (kind == PendingVerdict.Kind.WITH_RESULT) {
                addBySize(alike, parts);
            } else {
                parts.add(alike);
            }
        });
        return parts;
    }

    private static void addBySize(List<PendingVerdict> some, List<List<PendingVerdict>> parts) {
        List<PendingVerdict> part = new ArrayList<>();
        long size = 0;
        for (PendingVerdict one : some) {
            size += one.resultSize();
            if (size > MAX_RESULTS && !part.isEmpty()) {
                parts.add(part);
                part = new ArrayList<>();
                size = one.resultSize();
            }
            part.add(one);
        }
        parts.add(part);
    }
}
