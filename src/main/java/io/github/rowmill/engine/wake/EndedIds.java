package io.github.rowmill.engine.wake;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The text of notifications that tasks have ended: their ids, with commas between them. */
public final class EndedIds {

    /** Number of ids in one text. A notification has less than 8,000 bytes, and an id at most 19 digits. */
    private static final int MAX = 350;

    /** Longest text that is read. */
    private static final int MAX_TEXT = 8000;

    private EndedIds() {}

    static String[] texts(Collection<Long> ids) {
        List<Long> all = List.copyOf(ids);
        List<String> texts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MAX) {
            texts.add(all.subList(from, Math.min(from + MAX, all.size())).stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(",")));
        }
        return texts.toArray(String[]::new);
    }

    /** Returns the ids of a text. Ignores everything that is no id, as anyone can send a notification. */
    public static List<Long> read(String text) {
        List<Long> ids = new ArrayList<>();
        if (text.length() < MAX_TEXT) {
            for (String part : text.split(",", -1)) {
                if (part.matches("[0-9]{1,18}")) {
                    ids.add(Long.valueOf(part));
                }
            }
        }
        return ids;
    }
}
