package io.github.rowmill.engine.store.read;

import io.github.rowmill.engine.store.sql.Refusal;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Whether a request failed as the database could not be asked: not reached, cut off, shutting down, or with no connection to spare. */
public final class Outage {

    /** No chain of causes is as long; one may go round. */
    private static final int MAX_CAUSES = 30;

    /** Of a connection that failed or broke. */
    private static final String CONNECTION = "08";

    /** Of too little memory, disk or connections. */
    private static final String RESOURCES = "53";

    /** Of an administrator who ends sessions, and a server that starts or stops. */
    private static final String INTERVENTION = "57P";

    /** What Agroal says, without a state. */
    private static final String POOL = "Acquisition timeout";

    private Outage() {}

    public static boolean isBehind(Throwable thrown) {
        @Nullable Throwable cause = thrown;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            if (cause instanceof SQLException sql && isOne(sql)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** Whether it failed by one of its own texts, which PostgreSQL cannot store. */
    public static boolean isOfTextInstead(Throwable thrown) {
        return Refusal.isOfText(thrown);
    }

    private static boolean isOne(SQLException thrown) {
        String state = thrown.getSQLState();
        return state == null
                ? String.valueOf(thrown.getMessage()).contains(POOL)
                : state.startsWith(CONNECTION) || state.startsWith(RESOURCES) || state.startsWith(INTERVENTION);
    }
}
