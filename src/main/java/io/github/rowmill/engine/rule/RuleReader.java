package io.github.rowmill.engine.rule;

import io.github.rowmill.api.Queues.Ruled;
import io.github.rowmill.engine.store.loop.ReadDatabase;
import jakarta.inject.Singleton;
import java.util.List;

/** Reads rules for those who look, on their connections: also while handlers hold all of the application's. */
@Singleton
public class RuleReader {

    private final ReadDatabase database;

    RuleReader(ReadDatabase database) {
        this.database = database;
    }

    /** All queues that have rules. */
    public List<Ruled> all() {
        return database.snapshot(RuleRows::all);
    }
}
