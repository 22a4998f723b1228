package io.github.rowmill.operate.cli;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.schema.Migrations;
import io.github.rowmill.db.schema.SchemaState;
import io.github.rowmill.db.schema.ServerState;
import io.github.rowmill.db.schema.ServerState.Facts;
import io.github.rowmill.operate.cli.terminal.Finding;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds problems that keep a node with this configuration from working on this database, or from working well. */
@Singleton
class Checks {

    /**
     * Connections of a node beside the application's pool: for loops, lists, searches, probes and wake-ups. See
     * docs/reference/configuration.md.
     */
    private static final int CONNECTIONS_BESIDE_THE_POOL = 14;

    private static final int OLDEST_SERVER = 14;
    private static final int NEWEST_SERVER_TRIED = 18;
    private static final int VERSIONS_OF_A_SERVER = 10_000;
    private static final Duration CLOCK_DIFFERENCE = Duration.ofSeconds(1);

    private final RowmillConfig config;
    private final Migrations migrations;
    private final SchemaState schema;
    private final ServerState server;

    Checks(RowmillConfig config, Migrations migrations, SchemaState schema, ServerState server) {
        this.config = config;
        this.migrations = migrations;
        this.schema = schema;
        this.server = server;
    }

    /** Returns all findings. Checks of the server are left out if the database cannot be reached. */
    List<Finding> all() {
        List<Finding> all = new ArrayList<>();
        all.add(Finding.ok("configuration", "a node can start with it"));
        Database.Answer tables = Database.ask(migrations::require);
        all.add(
                tables.isFine()
                        ? Finding.ok("tables", "at version " + schema.version())
                        : Finding.failed("tables", tables.problem()));
        if (tables.isReached()) {
            ofServer(server.read()).forEach(all::add);
        }
        return all;
    }

    private Stream<Finding> ofServer(Facts facts) {
        return Stream.of(
                rights(facts),
                clock(),
                version(facts),
                durability(facts),
                Finding.of(
                        "autovacuum",
                        !is(facts, "autovacuum", "on"),
                        "it is off, so dead rows of a queue are never removed: set autovacuum to on",
                        "it is on"),
                connections(facts),
                endings(facts));
    }

    private static Finding rights(Facts facts) {
        return facts.lacking().isEmpty()
                ? Finding.ok("rights", "the user %s has what a node needs".formatted(facts.user()))
                : Finding.failed(
                        "rights",
                        "the user %s lacks %s; db/rowmill/roles.sql in the jar gives a role what a node needs"
                                .formatted(facts.user(), String.join(", ", facts.lacking())));
    }

    private Finding clock() {
        Instant before = LocalClock.now();
        Instant there = server.now();
        Duration round = Duration.between(before, LocalClock.now());
        Duration ahead = Duration.between(there, before.plus(round.dividedBy(2)));
        return Finding.of(
                "clock",
                ahead.abs().compareTo(CLOCK_DIFFERENCE) > 0,
                "this machine's clock is %s s ahead of the database's, which Rowmill uses: times in log lines will differ; synchronise both"
                        .formatted(ahead.toSeconds()),
                "the clocks of this machine and the database differ by less than a second");
    }

    private static Finding version(Facts facts) {
        int major = number(facts, "server_version_num") / VERSIONS_OF_A_SERVER;
        String version = "PostgreSQL " + facts.settings().get("server_version");
        return major < OLDEST_SERVER
                ? Finding.failed("server", "%s is too old: Rowmill needs %s or later".formatted(version, OLDEST_SERVER))
                : Finding.of(
                        "server",
                        major > NEWEST_SERVER_TRIED,
                        "%s is newer than %s, the newest tested version".formatted(version, NEWEST_SERVER_TRIED),
                        version);
    }

    private static Finding durability(Facts facts) {
        List<String> off = Stream.of("fsync", "synchronous_commit")
                .filter(setting -> is(facts, setting, "off"))
                .toList();
        return Finding.of(
                "durability",
                !off.isEmpty(),
                "a crash of the server may lose tasks that were enqueued and run others again: set %s to on"
                        .formatted(String.join(" and ", off)),
                "committed data survives a crash");
    }

    private static Finding connections(Facts facts) {
        int each = facts.pool() + CONNECTIONS_BESIDE_THE_POOL;
        int all = number(facts, "max_connections")
                - number(facts, "superuser_reserved_connections")
                - number(facts, "reserved_connections");
        return Finding.of(
                "connections",
                each > all,
                "a node may open %s, and max_connections leaves %s: lower quarkus.datasource.jdbc.max-size, or raise max_connections"
                        .formatted(each, all),
                "a node opens at most %s, and max_connections leaves %s: enough for %s"
                        .formatted(each, all, all / each));
    }

    /** Finds settings by which the server ends sessions and transactions that a node needs. */
    private Finding endings(Facts facts) {
        long timeout = config.timeout().toMillis();
        List<String> early = Stream.of("idle_in_transaction_session_timeout", "transaction_timeout")
                .filter(setting -> number(facts, setting) > 0 && number(facts, setting) < timeout)
                .toList();
        boolean idle = number(facts, "idle_session_timeout") > 0;
        return Finding.of(
                "timeouts",
                idle || !early.isEmpty(),
                idle
                        ? "idle_session_timeout ends idle connections of the pool and of the listener: set it to 0 for this user"
                        : "%s ends transactional handlers before rowmill.timeout does: set it to 0 for this user"
                                .formatted(String.join(" and ", early)),
                "the server ends no session or transaction that a node needs");
    }

    private static boolean is(Facts facts, String setting, String value) {
        return value.equals(facts.settings().get(setting));
    }

    private static int number(Facts facts, String setting) {
        return Integer.parseInt(facts.settings().getOrDefault(setting, "0"));
    }
}
