/**
 * The life of a task. Each task passes through {@code enqueue}, {@code claim}, {@code execute} and {@code settle}.
 * The package {@code sweep} handles the tasks that are left over. The package {@code wake} shortens the wait before a
 * claim. The statements of all of them are in {@code store}. Features such as {@code feature.schedule} and
 * {@code feature.rule} build on these packages, which do not depend on them.
 */
@NullMarked
package io.github.rowmill.engine;

import org.jspecify.annotations.NullMarked;
