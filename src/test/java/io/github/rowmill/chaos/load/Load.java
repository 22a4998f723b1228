package io.github.rowmill.chaos.load;

import io.github.rowmill.chaos.site.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that enqueues tasks and calls nodes in a run: the producer, and the crews that are added to it. */
public final class Load implements AutoCloseable {

    private final Producer producer;
    private final RemoteCrew workers;
    private final FlowCrew flows;
    private final SignalCrew signals;
    private final BiConsumer<Runnable, String> threads;

    /** Creates a load that does nothing yet. It runs its parts by {@code threads}, with a name for each. */
    public Load(Site site, long seed, BiConsumer<Runnable, String> threads) throws IOException {
        this.producer = new Producer(site, seed);
        this.workers = new RemoteCrew(site, seed);
        this.flows = new FlowCrew(site, seed);
        this.signals = new SignalCrew(site, seed);
        this.threads = threads;
    }

    /** Starts the producer. */
    public void begin() {
        threads.accept(producer, "chaos-producer");
    }

    /** Adds remote workers, and tasks for them. The nodes need the settings of {@link RemoteCrew}. */
    public void addRemoteWorkers() {
        workers.workers().forEach(worker -> threads.accept(worker, "chaos-remote-worker"));
        producer.serveRemoteWorkers();
    }

    /** Adds orders, whose tasks have an order among them, and users of these flows. */
    public void addFlows() {
        threads.accept(flows, "chaos-flows");
        producer.placeOrders();
    }

    /** Adds rentals, whose tasks have steps, sleep and wait, and senders of their signals. */
    public void addSteps() {
        threads.accept(signals, "chaos-signals");
        producer.rentBikes();
    }

    /** Adds readings, which a handler takes in batches. */
    public void addBatches() {
        producer.readMeters();
    }

    /** Stops enqueuing, and does everything that tasks wait for, so that all tasks end. */
    public void windUp() {
        workers.behave();
        flows.windUp();
        signals.windUp();
        producer.stop();
    }

    /** Stops everything. */
    public void stop() {
        producer.stop();
        workers.stop();
        flows.stop();
        signals.stop();
    }

    /** Returns the number of acknowledged enqueues. */
    public long enqueues() {
        return producer.enqueued().count();
    }

    /** Returns the ids of the tasks that users cancelled, or tried to. */
    public Set<Long> cancelled() throws IOException {
        return producer.cancelled().ids();
    }

    /** Returns the files of what was acknowledged or requested, by their names in the ledger. */
    public Map<String, Path> files() {
        return Stream.of(producer.files(), flows.files(), signals.files())
                .flatMap(some -> some.entrySet().stream())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, file -> file.getValue().file()));
    }

    @Override
    public void close() throws IOException {
        producer.close();
        flows.close();
        signals.close();
    }
}
