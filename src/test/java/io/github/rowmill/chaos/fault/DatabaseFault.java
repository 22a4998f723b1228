package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.chaos.site.Sql;
import java.sql.Connection;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A fault of the database, which affects every node. */
public enum DatabaseFault implements Fault {
    IMMEDIATE_STOP {
        @Override
        void hit(Site site, Random random) throws Exception {
            site.server().stopImmediately();
            TimeUnit.MILLISECONDS.sleep(random.nextInt(SHORT_MILLIS));
            site.server().start();
        }
    },
    LONG_OUTAGE {
        @Override
        void hit(Site site, Random random) throws Exception {
            site.server().stopImmediately();
            TimeUnit.MILLISECONDS.sleep(LONG_MILLIS);
            site.server().start();
        }
    },
    FAST_RESTART {
        @Override
        void hit(Site site, Random random) throws Exception {
            site.server().stopFast();
            TimeUnit.MILLISECONDS.sleep(random.nextInt(SHORT_MILLIS));
            site.server().start();
        }
    },
    TERMINATE_SOME_BACKENDS {
        @Override
        void hit(Site site, Random random) throws Exception {
            site.sql().execute(TERMINATE + " and random() < 0.4");
        }
    },
    TERMINATE_ALL_BACKENDS {
        @Override
        void hit(Site site, Random random) throws Exception {
            site.sql().execute(TERMINATE);
        }
    },
    READ_ONLY {
        @Override
        void hit(Site site, Random random) throws Exception {
            Sql sql = site.sql();
            sql.execute("alter system set default_transaction_read_only = on");
            try {
                sql.execute("select pg_reload_conf()");
                sql.execute(TERMINATE);
                TimeUnit.MILLISECONDS.sleep(SHORT_MILLIS + random.nextInt(SHORT_MILLIS));
            } finally {
                sql.execute("alter system reset default_transaction_read_only");
                sql.execute("select pg_reload_conf()");
            }
        }
    },
    TABLE_LOCK {
        @Override
        void hit(Site site, Random random) throws Exception {
            try (Connection connection = site.sql().connect()) {
                connection.setAutoCommit(false);
                connection.createStatement().execute("lock table rowmill_task in access exclusive mode");
                TimeUnit.MILLISECONDS.sleep(SHORT_MILLIS + random.nextInt(SHORT_MILLIS));
                connection.rollback();
            }
        }
    };

    private static final int SHORT_MILLIS = 4_000;
    private static final int LONG_MILLIS = 14_000;

    private static final String TERMINATE = """
            select count(pg_terminate_backend(pid))
              from pg_stat_activity
             where backend_type = 'client backend'
               and application_name <> '%s'
            """.formatted(Sql.HARNESS);

    @Override
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public boolean strike(Site site, Random random) throws Exception {
        site.trouble(site.fleet().slots(), () -> hit(site, random));
        return true;
    }

    abstract void hit(Site site, Random random) throws Exception;
}
