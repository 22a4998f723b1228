package io.github.rowmill.engine.read;

import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.engine.store.claim.Groups;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds the types of due tasks, in slices. If there are very many queues, the next call continues where the last
 * one ended.
 */
@Singleton
public class DueTypes {

    /** Groups of a slice. Reading them takes some hundredths of a second. */
    private static final int MAX_GROUPS = 2000;

    /** Largest number of types kept. Rows that were inserted by SQL may each have a type of their own. */
    private static final int MAX_TYPES = 1000;

    private final ReadDatabase database;

    private Groups.Seen last = Groups.START;
    private TreeSet<String> met = new TreeSet<>();
    private List<String> all = List.of();

    DueTypes(ReadDatabase database) {
        this.database = database;
    }

    /**
     * Returns the types of due tasks that are not in {@code handled}. They are the types found since the current
     * walk began, and those of the whole walk before it.
     */
    public synchronized List<String> othersThan(Collection<String> handled) {
        List<Groups.Seen> slice = database.statement(sql -> Groups.nextOfOthersThan(handled, sql, last, MAX_GROUPS));
        slice.stream()
                .filter(seen -> seen.isDue() && !handled.contains(seen.group().type()))
                .map(seen -> seen.group().type())
                .filter(type -> met.size() < MAX_TYPES)
                .forEach(met::add);
        if (slice.size() < MAX_GROUPS) {
            last = Groups.START;
            all = List.copyOf(met);
            met = new TreeSet<>();
            return all;
        }
        last = slice.get(slice.size() - 1);
        TreeSet<String> known = new TreeSet<>(all);
        known.addAll(met);
        return known.stream().limit(MAX_TYPES).toList();
    }
}
