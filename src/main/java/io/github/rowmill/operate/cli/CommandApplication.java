package io.github.rowmill.operate.cli;

import io.github.rowmill.db.schema.Migrations;
import io.github.rowmill.db.schema.SchemaState;
import io.github.rowmill.operate.RestPath;
import io.github.rowmill.operate.cli.terminal.Console;
import io.github.rowmill.operate.cli.terminal.Finding;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.QuarkusApplication;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Runs a command within the application that was started for it. The first argument is the token, and the others
 * are the command.
 */
@Singleton
@Unremovable
class CommandApplication implements QuarkusApplication {

    private final Migrations migrations;
    private final SchemaState schema;
    private final Checks checks;
    private final Bench bench;
    private final Instance<RestPath> rest;

    CommandApplication(Migrations migrations, SchemaState schema, Checks checks, Bench bench, Instance<RestPath> rest) {
        this.migrations = migrations;
        this.schema = schema;
        this.checks = checks;
        this.bench = bench;
        this.rest = rest;
    }

    @Override
    public int run(String... arguments) {
        String token = arguments[0];
        return CommandRunner.run(
                Console.ofThisProcess(), new Inside(this, token), Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    /** The running application and the token of the command. */
    record Inside(CommandApplication application, String token) {

        /** Returns a client for the API of this process. */
        Client client() {
            Database.ask(application.migrations::require).orFail();
            int port = ConfigProvider.getConfig().getValue("quarkus.http.port", Integer.class);
            String path = application.rest.stream().map(RestPath::whole).collect(Collectors.joining());
            return new Client("http://127.0.0.1:" + port + path, token);
        }

        /** Migrates the tables to this version, and returns a text with the old and the new version. */
        String migrate() {
            CommandApplication within = application;
            StringBuilder before = new StringBuilder();
            Database.ask(() -> before.append(within.migrations.versionBefore())).orFail();
            Database.ask(within.migrations::migrate).orFail();
            String after = within.schema.version();
            return before.toString().equals(after)
                    ? "the tables are at version %s already".formatted(after)
                    : "the tables are now at version %s; they were at %s".formatted(after, before);
        }

        Bench bench() {
            Database.ask(application.migrations::require).orFail();
            return application.bench;
        }

        List<Finding> check() {
            return application.checks.all();
        }
    }
}
