/** The life of a task: {@code enqueue}, {@code claim}, {@code execute}, {@code settle}; {@code recover} and {@code retain} for what is left, {@code wake} to be soon, {@code store} for every write. Features, which these know nothing of: {@code recur} and {@code limit}. */
@NullMarked
package io.github.rowmill.engine;

import org.jspecify.annotations.NullMarked;
