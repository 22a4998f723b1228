/** Workloads that only measure. The profile {@code -Pbench} adds them to the application. No other build has them. */
@NullMarked
package io.github.rowmill.bench;

import org.jspecify.annotations.NullMarked;
