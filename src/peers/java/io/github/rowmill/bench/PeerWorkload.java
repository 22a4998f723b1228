package io.github.rowmill.bench;

import java.io.IOException;
import java.util.List;

/** The workload in the process of a peer. */
final class PeerWorkload implements Workload {

    private final PeerProcess process;

    PeerWorkload(PeerProcess process) {
        this.process = process;
    }

    @Override
    public void begin(WorkloadLoad load, int seconds) throws IOException {
        process.ask("begin %s %d %d %d".formatted(load.type(), load.together(), WorkloadLoad.WAITING, seconds));
    }

    @Override
    public long awaitEnd() throws IOException {
        return Long.parseLong(process.ask("end"));
    }

    @Override
    public Waited waited(long from, long to) throws IOException {
        return Waited.parse(process.ask("waits %d %d".formatted(from, to)));
    }

    @Override
    public List<Long> pids() {
        return List.of(process.pid());
    }
}
