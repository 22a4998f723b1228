/** The worker pool: runs claimed tasks and keeps their leases. */
@NullMarked
package io.github.rowmill.engine.execute;

import org.jspecify.annotations.NullMarked;
