/** When schedules tick: cron expressions and intervals, zones and their clock changes. Knows no rows and asks no clock. */
@NullMarked
package io.github.rowmill.engine.recur.time;

import org.jspecify.annotations.NullMarked;
