package io.github.rowmill.roles;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.List;
import java.util.Map;

/** Logs the application in as a user with only the worker role, on a schema that its owner has migrated. */
public class WorkerLogin implements QuarkusTestResourceLifecycleManager {

    private final String database;

    public WorkerLogin() {
        this("worker_login");
    }

    WorkerLogin(String database) {
        this.database = database;
    }

    @Override
    public Map<String, String> start() {
        RoleDatabase schema = RoleDatabase.fresh(database);
        // The roles do not cover the tables of the application and of tests.
        for (String maker : List.of(RoleDatabase.OWNER, RoleDatabase.SUPERUSER)) {
            schema.execute(
                    maker,
                    "alter default privileges grant select, insert, update, delete on tables to "
                            + RoleDatabase.WORKER);
        }
        schema.migrate("sample");
        return Map.of(
                "quarkus.datasource.jdbc.url", schema.url(RoleDatabase.WORKER),
                "test.superuser.url", schema.url(RoleDatabase.SUPERUSER));
    }

    @Override
    public void stop() {
        // The next start creates the database again.
    }

    /** Uses such a login for the whole suite if the system property {@code test.role} is {@code worker}. */
    public static class OfSuite extends WorkerLogin {

        public OfSuite() {
            super("worker_suite");
        }

        @Override
        public Map<String, String> start() {
            return "worker".equals(System.getProperty("test.role")) ? super.start() : Map.of();
        }
    }
}
