package io.github.rowmill.operate.access;

import io.github.rowmill.db.ReaderAccount;
import io.quarkus.arc.Arc;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * The account of an authenticated caller. Other callers have no account: they may see nothing or, on a node that
 * is open to everyone, everything.
 */
@Singleton
class CurrentAccount implements ReaderAccount {

    private final CurrentCaller current;

    CurrentAccount(CurrentCaller current) {
        this.current = current;
    }

    @Override
    public @Nullable String account() {
        return Arc.container().requestContext().isActive() ? current.account() : null;
    }
}
