/**
 * Failures, grouped by their common properties. They are counted when attempts end, written by a loop, and read by
 * users.
 */
@NullMarked
package io.github.rowmill.feature.failure;

import org.jspecify.annotations.NullMarked;
