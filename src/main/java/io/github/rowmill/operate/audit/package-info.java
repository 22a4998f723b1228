/**
 * The audit: the operations on tasks, queues and schedules, with their actors and addresses. Its rows are never
 * changed, and deleted only after their retention.
 */
@NullMarked
package io.github.rowmill.operate.audit;

import org.jspecify.annotations.NullMarked;
