/**
 * Computes the ticks of schedules: cron expressions and intervals, zones and their clock changes. It uses no rows
 * and no clock.
 */
@NullMarked
package io.github.rowmill.feature.schedule.time;

import org.jspecify.annotations.NullMarked;
