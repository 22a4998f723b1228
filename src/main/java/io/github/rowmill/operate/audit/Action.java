package io.github.rowmill.operate.audit;

import io.github.rowmill.feature.job.BulkAction;
import java.util.Locale;

/** The operations that the audit records. Rows hold their words, so a constant never gets another name. */
public enum Action {
    BULK_CANCEL,
    BULK_DELETE,
    BULK_RETRY,
    CANCEL,
    CHANGE,
    CREATE,
    DELETE,
    DELETE_RULES,
    LET_GO,
    LIMIT,
    PAUSE,
    PIN,
    REPLACE,
    RESCHEDULE,
    RESUME,
    RETRY,
    RUN,
    SAVE,
    SET_RULES,
    SIGNAL,
    STOP,
    SUBSCRIBE,
    UNBLOCK,
    UNPIN,
    UNSUBSCRIBE,
    WAKE;

    /** Returns the operation that begins a job with this action. */
    public static Action of(BulkAction action) {
        return switch (action) {
            case CANCEL -> BULK_CANCEL;
            case RETRY -> BULK_RETRY;
            case DELETE -> BULK_DELETE;
        };
    }

    /** Returns the operation in lower case, such as {@code set rules}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
