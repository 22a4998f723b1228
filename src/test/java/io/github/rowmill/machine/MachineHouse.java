package io.github.rowmill.machine;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.node.NodeName;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Base class of tests that play sequences. Every write is recorded, and commits do not wait for the disk. Messages that
 * would appear thousands of times are not logged.
 */
abstract class MachineHouse {

    private static final Logger ADMINS = Logger.getLogger("io.github.rowmill.task");
    private static final Logger CANCELLED_STATEMENTS = Logger.getLogger("org.hibernate.orm.jdbc.error");

    @Inject
    Rows rows;

    @Inject
    Transitions transitions;

    @Inject
    Effects effects;

    @Inject
    Store store;

    @Inject
    RowmillConfig config;

    @Inject
    NodeName nodeName;

    @BeforeEach
    void open() {
        transitions.install();
        effects.install();
        transitions.clear();
        ADMINS.setLevel(Level.WARNING);
        CANCELLED_STATEMENTS.setLevel(Level.OFF);
    }

    @AfterEach
    void close() {
        CANCELLED_STATEMENTS.setLevel(null);
        ADMINS.setLevel(null);
        transitions.remove();
        effects.remove();
        rows.clear();
    }

    Player player(Service service) throws SQLException {
        boolean kept = !config.retention().completed().isZero();
        return new Player(service, transitions, rows, kept);
    }
}
