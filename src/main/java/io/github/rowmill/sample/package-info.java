/**
 * The sample workloads of this repository's own application; not part of the library jar. A type each: {@code event}
 * ({@link Events}), {@code reminder} ({@link Reminders}), {@code daily-analytics} ({@link DailyAnalytics}), {@code invoice}
 * ({@link Invoices}) and {@code noop}; {@link SampleLoad} enqueues some.
 */
@NullMarked
package io.github.rowmill.sample;

import org.jspecify.annotations.NullMarked;
