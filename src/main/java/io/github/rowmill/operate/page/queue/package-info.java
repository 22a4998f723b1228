/** Queues: how they fare, and their rules. */
@NullMarked
package io.github.rowmill.operate.page.queue;

import org.jspecify.annotations.NullMarked;
