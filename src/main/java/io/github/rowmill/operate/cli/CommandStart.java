package io.github.rowmill.operate.cli;

import io.github.rowmill.db.Refusal;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.operate.cli.terminal.ExitCode;
import io.github.rowmill.text.Sha256;
import io.quarkus.bootstrap.logging.InitialConfigurator;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/**
 * Starts the application in this process for one command. It has the application's configuration, and so the same
 * database. Except for a benchmark it runs no tasks. It declares nothing, logs warnings to standard error, and
 * listens on this machine alone, at any free port.
 */
enum CommandStart {
    /**
     * For operations on tasks through the API. The API is not open to everyone, and the command has a token of its
     * own.
     */
    ACT(Map.of(
            "rowmill.enabled", "false",
            "rowmill.api.enabled", "true",
            "rowmill.dashboard.enabled", "false",
            "rowmill.access.open-to-everyone", "false",
            "quarkus.flyway.migrate-at-start", "false")),
    /** For the creation of the tables. Migrations that the application runs at its start run too. */
    MIGRATE(Map.of(
            "rowmill.enabled", "false",
            "rowmill.api.enabled", "false",
            "rowmill.dashboard.enabled", "false")),
    /** For a check whether a node would start. The node's own settings stay as they are. */
    CHECK(Map.of("quarkus.flyway.migrate-at-start", "false")),
    /** For measurements: a node of one queue that keeps no completed tasks. */
    BENCH(Map.of(
            "rowmill.enabled", "true",
            "rowmill.api.enabled", "false",
            "rowmill.dashboard.enabled", "false",
            "rowmill.notify", "false",
            "rowmill.retention.completed", "0s",
            "quarkus.flyway.migrate-at-start", "false"));

    private static final Map<String, String> ALL = Map.ofEntries(
            Map.entry(NodeState.VISITOR, "true"),
            Map.entry("rowmill.sample.load", "false"),
            Map.entry("quarkus.banner.enabled", "false"),
            Map.entry("quarkus.log.console.stderr", "true"),
            Map.entry("quarkus.log.level", "WARN"),
            Map.entry("quarkus.log.console.level", "WARN"),
            Map.entry("quarkus.log.category.\"io.quarkus.config\".level", "ERROR"),
            Map.entry("quarkus.log.category.\"io.quarkus.runtime.Application\".level", "OFF"),
            Map.entry("quarkus.scheduler.start-mode", "halted"),
            Map.entry("quarkus.hibernate-orm.schema-management.strategy", "none"),
            Map.entry("quarkus.http.host", "127.0.0.1"),
            Map.entry("quarkus.http.port", "0"),
            Map.entry("quarkus.http.ssl-port", "0"),
            Map.entry("quarkus.http.insecure-requests", "enabled"),
            Map.entry("quarkus.management.host", "127.0.0.1"),
            Map.entry("quarkus.management.port", "0"));

    /** Logger that names the current migration, as the creation of an index on many rows takes long. */
    private static final String MIGRATIONS = "org.flywaydb.core.internal.command.DbMigrate";

    private static final int TOKEN_BYTES = 32;
    private static final int MAX_NAME = 50;

    private final Map<String, String> settings;

    CommandStart(Map<String, String> settings) {
        this.settings = settings;
    }

    /**
     * Receives the reason why the application did not start. {@code isTold} is true if the platform has already
     * written it to standard error.
     */
    interface Refused {

        void tell(String why, boolean isTold);
    }

    /** Starts the application, runs these arguments in it, and stops it. Returns the exit code. */
    int run(List<String> arguments, Refused refused) {
        System.setOut(System.err); // the application may print, and standard output is for the answer
        // For lines before the log's configuration is read. All of them would be printed if the start fails.
        InitialConfigurator.DELAYED_HANDLER.setLevel(Level.WARNING);
        String token = token();
        ALL.forEach(System::setProperty);
        settings.forEach(System::setProperty);
        configure(token);
        End end = new End();
        Quarkus.run(
                CommandApplication.class,
                end,
                Stream.concat(Stream.of(token), arguments.stream()).toArray(String[]::new));
        Throwable cause = end.cause;
        if (cause == null) {
            return end.exitCode;
        }
        Throwable root = root(cause);
        String why =
                String.valueOf(root.getMessage()).lines().map(String::strip).collect(Collectors.joining(" "));
        refused.tell(why, root instanceof ConfigurationException || root instanceof ConfigValidationException);
        return Refusal.isOutage(cause) ? ExitCode.UNREACHABLE : ExitCode.FAILED;
    }

    /** Sets the properties that differ between commands and runs. */
    private void configure(String token) {
        if (this == ACT) {
            String key = "rowmill.access.tokens.\"cli:%s\".".formatted(user());
            System.setProperty(key + "sha256", Sha256.hex(token));
            System.setProperty(key + "permissions", "admin");
        } else if (this == BENCH) {
            System.setProperty("rowmill.only-queues", "bench-" + UUID.randomUUID());
        } else if (this == MIGRATE && Ansi.AUTO.enabled()) {
            System.setProperty("quarkus.log.category.\"%s\".level".formatted(MIGRATIONS), "INFO");
            System.setProperty("quarkus.log.console.level", "INFO");
            InitialConfigurator.DELAYED_HANDLER.setLevel(Level.INFO);
        }
    }

    /** Returns the last exception in the chain of causes, which has the most specific message. */
    private static Throwable root(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Returns the name of the operating system's user, for the audit. */
    private static String user() {
        String name = System.getProperty("user.name", "").replaceAll("[^\\p{Alnum}._-]", "_");
        return name.substring(0, Math.min(name.length(), MAX_NAME));
    }

    private static String token() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The exit code of the application, and the exception that ended it. */
    private static final class End implements BiConsumer<Integer, Throwable> {

        private int exitCode = ExitCode.FAILED;
        private @Nullable Throwable cause;

        @Override
        public void accept(Integer code, @Nullable Throwable thrown) {
            exitCode = code;
            cause = thrown;
        }
    }
}
