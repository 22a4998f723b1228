package io.github.rowmill.operate.access;

import io.github.rowmill.db.Asker;
import io.quarkus.arc.Arc;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * The account of an authenticated caller. Other callers have no account: they may see nothing or, on a node that
 * is open to everyone, everything.
 */
@Singleton
class CurrentAsker implements Asker {

    private final CurrentCaller current;

    CurrentAsker(CurrentCaller current) {
        this.current = current;
    }

    @Override
    public @Nullable String account() {
        return Arc.container().requestContext().isActive() ? current.account() : null;
    }
}
