package io.github.rowmill.chaos.site;

import io.github.rowmill.cluster.NodeLaunch;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A database, nodes behind a proxy each, and the journal of their faults. */
public final class Site implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(180);

    /**
     * Limit for a statement whose answer never comes, as a production URL should have it. It is longer than any handler
     * or lock here takes.
     */
    private static final int SOCKET_TIMEOUT_SECONDS = 20;

    private final Plan plan;
    private final Server server;
    private final Fleet fleet;
    private final Journal journal = new Journal();
    private final Causes causes = new Causes();

    private final boolean sharesSessions;

    private Site(Plan plan, Server server, int databasePort) throws IOException {
        this.plan = plan;
        this.server = server;
        this.sharesSessions = databasePort != server.port();
        List<Slot> slots = new ArrayList<>();
        for (int number = 0; number < plan.nodes(); number++) {
            Map<String, String> environment = plan.environments().apply(number);
            slots.add(new Slot(
                    "node" + number,
                    plan.folder(),
                    (operator, port) -> launch(operator, port).environment(environment),
                    Proxy.to(databasePort),
                    journal));
        }
        this.fleet = new Fleet(slots);
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "chaos-site-stop"));
    }

    /** Creates a database and proxies, and starts no node yet. */
    public static Site of(Plan plan) throws IOException {
        Server server = server(plan);
        return new Site(plan, server, server.port());
    }

    /** Creates proxies to a port in front of the server, at which a pooler listens. Starts no node yet. */
    public static Site behind(Plan plan, Server server, int port) throws IOException {
        return new Site(plan, server, port);
    }

    /** Returns whether nodes share the server's sessions through a pooler. */
    public boolean sharesSessions() {
        return sharesSessions;
    }

    /** Creates only the database. */
    public static Server server(Plan plan) throws IOException {
        Folders.delete(plan.folder());
        Files.createDirectories(plan.folder());
        return Server.start(plan.data(), plan.folder().resolve("server.log"), plan.server());
    }

    /** Names every connection of a node after it, so that the ledger sees the writer. */
    private NodeLaunch launch(String operator, int port) {
        String url =
                "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres&socketTimeout=%d&connectTimeout=5&ApplicationName=%s"
                        .formatted(port, SOCKET_TIMEOUT_SECONDS, operator);
        return new NodeLaunch(operator, url)
                .application(plan.application())
                .quick("256m")
                .jvm(plan.jvm())
                .settings(List.of("rowmill.lease=" + plan.lease()))
                .settings(plan.settings());
    }

    /** Starts all nodes, and waits until they are ready. */
    public void startNodes() throws IOException {
        fleet.start(START);
    }

    /** A fault that is caused, and mended. */
    public interface Act {
        void run() throws Exception;
    }

    /**
     * Causes a fault that keeps these slots from the database or from running. It is a cause for their complaints. A
     * fault of all slots is also a disturbance.
     */
    public void trouble(List<Slot> slots, Act act) throws Exception {
        long from = System.currentTimeMillis();
        List<String> operators = slots.stream().map(slot -> slot.node().name()).toList();
        causes.begin(slots);
        try {
            act.run();
        } finally {
            causes.end(slots);
            long to = System.currentTimeMillis();
            operators.forEach(operator -> journal.troubled(new Journal.Trouble(operator, from, to)));
            if (slots.size() == fleet.slots().size()) {
                journal.disturbed(from, to);
            }
        }
    }

    public Causes causes() {
        return causes;
    }

    public Plan plan() {
        return plan;
    }

    public Server server() {
        return server;
    }

    public Sql sql() {
        return server.sql();
    }

    public Fleet fleet() {
        return fleet;
    }

    public Journal journal() {
        return journal;
    }

    @Override
    public void close() {
        try {
            fleet.close();
        } catch (IOException e) {
            journal.offence("the site does not close: " + e);
        } finally {
            server.close();
        }
    }
}
