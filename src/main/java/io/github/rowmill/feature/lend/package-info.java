/**
 * Lends tasks to remote workers, which call over HTTP. A node keeps nothing of a worker: its leases are rows. Begin
 * with {@link io.github.rowmill.feature.lend.Loans}.
 */
@NullMarked
package io.github.rowmill.feature.lend;

import org.jspecify.annotations.NullMarked;
