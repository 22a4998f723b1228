/** Workloads that only measure. {@code -Pbench} makes them part of the application it builds; no other build has them. */
@NullMarked
package io.github.rowmill.bench;

import org.jspecify.annotations.NullMarked;
