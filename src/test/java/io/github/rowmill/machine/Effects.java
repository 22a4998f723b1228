package io.github.rowmill.machine;

import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.engine.Rows;
import jakarta.inject.Singleton;

/** A table of the effects of steps. Each row means that the work of a step was done and committed once. */
@Singleton
class Effects {

    private static final String INSTALL = """
            drop table if exists machine_effect;
            create table machine_effect (
                task bigint not null,
                name text not null)
            """;

    private static final String REMOVE = "drop table if exists machine_effect";

    private static final String ADD = "insert into machine_effect (task, name) values (?, ?)";

    private final Rows rows;
    private final JoinedDatabase joined;

    Effects(Rows rows, JoinedDatabase joined) {
        this.rows = rows;
        this.joined = joined;
    }

    void install() {
        rows.asSuperuser(INSTALL);
    }

    void remove() {
        rows.asSuperuser(REMOVE);
    }

    /** Adds an effect, in the transaction of the caller if there is one. */
    void add(long task, String name) {
        joined.statement(sql -> sql.run(ADD, task, name));
    }
}
