/** The page of queues, with their states and rules. */
@NullMarked
package io.github.rowmill.operate.page.queue;

import org.jspecify.annotations.NullMarked;
