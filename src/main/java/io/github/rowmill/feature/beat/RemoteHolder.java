package io.github.rowmill.feature.beat;

import java.time.Instant;
import java.util.List;

/**
 * A remote worker that holds tasks now. Workers that hold none are unknown to the table.
 *
 * @param name its name in {@code operator_id}
 * @param types the types of its tasks
 * @param since the claim of the task that it has held longest
 */
public record RemoteHolder(String name, int holds, List<String> types, Instant since) {}
