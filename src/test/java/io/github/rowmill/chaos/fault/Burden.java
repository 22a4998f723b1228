package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import java.sql.Connection;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** What is no fault of any part, and yet weighs on the table. */
public enum Burden implements Fault {
    HELD_SNAPSHOT {
        @Override
        public boolean strike(Site site, Random random) throws Exception {
            try (Connection connection = site.sql().connect()) {
                connection.setAutoCommit(false);
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                connection.createStatement().execute("select count(*) from rowmill_task");
                TimeUnit.SECONDS.sleep(10 + random.nextInt(SNAPSHOT_SECONDS));
                connection.rollback();
            }
            return true;
        }
    },
    BURST {
        @Override
        public boolean strike(Site site, Random random) throws Exception {
            site.sql().execute("""
                    insert into rowmill_task (type, details)
                    select 'event', jsonb_build_object('account', 'a' || n, 'name', 'burst', 'n', n)
                      from generate_series(1, 1000) n
                    """);
            return true;
        }
    };

    private static final int SNAPSHOT_SECONDS = 30;

    @Override
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
