/** Callers who wait for the results of tasks. Begin with {@link io.github.rowmill.feature.await.TaskResults}. */
@NullMarked
package io.github.rowmill.feature.await;

import org.jspecify.annotations.NullMarked;
