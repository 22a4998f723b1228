/** The claim: which queues to ask, the lock by JPA, the update that takes. */
@NullMarked
package io.github.rowmill.engine.store.claim;

import org.jspecify.annotations.NullMarked;
