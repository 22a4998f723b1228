/** Recurring tasks: schedules as rows, and the loop that makes one task of each of their ticks. */
@NullMarked
package io.github.rowmill.feature.schedule;

import org.jspecify.annotations.NullMarked;
