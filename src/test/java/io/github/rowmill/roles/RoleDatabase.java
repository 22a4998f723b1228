package io.github.rowmill.roles;

import io.github.rowmill.embedded.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.flywaydb.core.Flyway;

/**
 * A separate database that its owner has migrated, with a login for each role. It is on the embedded server of the
 * tests, or on the server of the system property {@code test.postgres}, a JDBC URL of a superuser.
 */
final class RoleDatabase {

    static final String SUPERUSER = "postgres";
    static final String OWNER = "login_owner";
    static final String WORKER = "login_worker";
    static final String STRANGER = "login_stranger";

    private static final String HOME = "/postgres?user=" + SUPERUSER;

    private final String server;
    private final String name;

    private RoleDatabase(String server, String name) {
        this.server = server;
        this.name = name;
    }

    /** Creates the database again, in the order of the script: roles, migration, rights. */
    static RoleDatabase fresh(String name) {
        String server = System.getProperty("test.postgres");
        RoleDatabase database = new RoleDatabase(server == null ? TestServer.url() : server, name);
        database.create();
        database.execute(SUPERUSER, script());
        for (String role : new String[] {"owner", "worker", "enqueuer", "viewer"}) {
            database.login("login_" + role, "grant rowmill_" + role + " to login_" + role);
        }
        database.login(STRANGER, "");
        database.migrate("rowmill");
        database.execute(OWNER, script());
        return database;
    }

    static String script() {
        try (InputStream in = RoleDatabase.class.getResourceAsStream("/db/rowmill/roles.sql")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url(String user) {
        return server.replace(HOME, "/" + name + "?user=" + user);
    }

    private void create() {
        try (Connection connection = DriverManager.getConnection(server);
                Statement statement = connection.createStatement()) {
            statement.execute("drop database if exists " + name + " with (force)");
            statement.execute("create database " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(name, e);
        }
    }

    private void login(String user, String grant) {
        execute(SUPERUSER, """
                do $$
                begin
                    if not exists (select 1 from pg_roles where rolname = '%s') then
                        create role %s login;
                    end if;
                end
                $$;
                %s""".formatted(user, user, grant));
    }

    /** Migrates by Flyway as the owner, as a node does at its start, or as the sample does for its own tables. */
    void migrate(String folder) {
        String history = folder.equals("rowmill") ? "rowmill_schema_history" : "flyway_schema_history";
        Flyway.configure()
                .dataSource(url(OWNER), null, null)
                .locations("classpath:db/" + folder)
                .table(history)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load()
                .migrate();
    }

    Connection connect(String user) throws SQLException {
        return DriverManager.getConnection(url(user));
    }

    void execute(String user, String sql) {
        try (Connection connection = connect(user);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    String text(String sql) {
        try (Connection connection = connect(SUPERUSER);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
