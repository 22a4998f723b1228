package io.github.rowmill.task;

import io.github.rowmill.text.Storable;
import org.jspecify.annotations.Nullable;

/**
 * The progress of an attempt, as its handler or remote worker reported it.
 *
 * @param percent the part of the work that is done, 0 to 100
 * @param note a text for users, at most 200 characters; null for none
 */
public record Progress(int percent, @Nullable String note) {

    /** The percent of work that is done. */
    public static final int MAX_PERCENT = 100;

    /** Most characters of a note. */
    public static final int MAX_NOTE = 200;

    public Progress {
        if (percent < 0 || percent > MAX_PERCENT) {
            throw new IllegalArgumentException("the percent of progress must be 0 to 100, was " + percent);
        }
        String problem = note == null ? null : Storable.refusal(note, MAX_NOTE);
        if (problem != null) {
            throw new IllegalArgumentException("the note of progress " + problem);
        }
    }

    /**
     * Returns the progress of a row, in which other programs may have written any number. Null if there is none.
     */
    static @Nullable Progress ofRow(@Nullable Integer percent, @Nullable String note) {
        return percent == null
                ? null
                : new Progress(
                        Math.max(0, Math.min(MAX_PERCENT, percent)), note == null || note.isBlank() ? null : note);
    }
}
