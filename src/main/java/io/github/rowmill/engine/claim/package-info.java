/**
 * Takes due tasks for this node. {@link Claimer} makes rounds over queues, {@link QueueClaim} claims from one: what is
 * remembered from claim to claim is in {@link Cursors}, {@link SeenGroups} and {@link ClaimSizes}, the statements are in
 * {@code store.claim}. {@link Quarantine} makes time for tasks that crashed.
 */
@NullMarked
package io.github.rowmill.engine.claim;

import org.jspecify.annotations.NullMarked;
