/**
 * The sample workloads of this repository's own application; not part of the library jar. {@link Events} has
 * the type {@code event}, {@link Reminders} {@code reminder}, {@link DailyAnalytics} {@code daily-analytics},
 * {@link Invoices} {@code invoice}, {@link Rentals} {@code rental}, {@link Readings} {@code reading}, and Noop
 * {@code noop}. {@link Orders} has {@code order} and the types of its flow.
 * {@link SampleLoad} enqueues some of them.
 */
@NullMarked
package io.github.rowmill.sample;

import org.jspecify.annotations.NullMarked;
