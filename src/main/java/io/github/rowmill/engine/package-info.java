/**
 * The life of a task. A task passes through {@code enqueue}, {@code claim}, {@code execute} and {@code settle}.
 * {@code recover} and {@code retain} handle the tasks that are left over. {@code wake} shortens the wait before a
 * claim. {@code store} holds the statements that write. The features {@code recur} and {@code limit} build on
 * these packages, which do not depend on them.
 */
@NullMarked
package io.github.rowmill.engine;

import org.jspecify.annotations.NullMarked;
