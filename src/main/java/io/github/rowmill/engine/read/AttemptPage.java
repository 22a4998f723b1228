package io.github.rowmill.engine.read;

import io.github.rowmill.task.Attempt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the failed attempts of a task.
 *
 * @param attempts the attempts, the newest first
 * @param next the number below which the next page begins; null if this is the last page
 */
public record AttemptPage(List<Attempt> attempts, @Nullable Integer next) {

    /** A number above those of all attempts. */
    public static final int FIRST = Integer.MAX_VALUE;

    /** The page without attempts. */
    public static final AttemptPage NONE = new AttemptPage(List.of(), null);

    /** Default number of attempts of a page. */
    public static final int SIZE = 20;
}
