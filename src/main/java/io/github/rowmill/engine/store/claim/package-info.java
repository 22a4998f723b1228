/** The claim: the choice of queues, the lock by JPA, and the update that takes the locked rows. */
@NullMarked
package io.github.rowmill.engine.store.claim;

import org.jspecify.annotations.NullMarked;
