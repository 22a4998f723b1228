/**
 * Takes due tasks for this node. {@link Claimer} makes rounds over queues, and {@link QueueClaim} claims from one
 * queue. {@link Targets} chooses the groups and the position. {@link Cursors}, {@link SeenGroups} and
 * {@link ClaimSizes} keep state from claim to claim. The statements are in {@code store.claim}. {@link Quarantine}
 * makes time for tasks that crashed.
 */
@NullMarked
package io.github.rowmill.engine.claim;

import org.jspecify.annotations.NullMarked;
