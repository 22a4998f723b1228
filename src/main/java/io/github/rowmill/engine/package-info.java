/**
 * The life of a task. Each task passes through {@code enqueue}, {@code claim}, {@code execute} and {@code settle}.
 * The packages {@code recover} and {@code retain} handle the tasks that are left over. The package {@code wake}
 * shortens the wait before a claim. The statements of all of them are in {@code store}. The features {@code recur}
 * and {@code limit} build on these packages, which do not depend on them.
 */
@NullMarked
package io.github.rowmill.engine;

import org.jspecify.annotations.NullMarked;
