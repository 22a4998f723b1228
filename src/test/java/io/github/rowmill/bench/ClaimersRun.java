package io.github.rowmill.bench;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Measures the claim loops of many nodes on one database, without the nodes. */
class ClaimersRun extends Benchmark {

    private static final int SHARE = TASKS / 2;
    private static final List<Integer> NODES = List.of(1, 8, 32);

    @Test
    void drainsWithTheClaimersOfManyNodes() throws Exception {
        try (Mill mill = Mill.start(target, 1, "rowmill.enabled=false")) {
            mill.close();
            List<List<Double>> rates = new ArrayList<>();
            List<List<Double>> multixacts = new ArrayList<>();
            for (int nodes : NODES) {
                drain(mill, nodes);
                rates.add(new ArrayList<>());
                multixacts.add(new ArrayList<>());
            }
            for (int i = 0; i < ROUNDS; i++) {
                for (int n = 0; n < NODES.size(); n++) {
                    Claimers.Drained drained = drain(mill, NODES.get(n));
                    rates.get(n).add(drained.rate());
                    multixacts.get(n).add(drained.multixactsOfAThousand());
                }
            }
            for (int n = 0; n < NODES.size(); n++) {
                String measure = "claim loops, nodes: %d".formatted(NODES.get(n));
                results.ratio(measure, "tasks/s", rates.get(n), "one loop", rates.get(0));
                results.rounds(measure + ", pages of multixacts", "visits/1,000 tasks", multixacts.get(n));
            }
        }
    }

    private static Claimers.Drained drain(Mill mill, int nodes) throws Exception {
        mill.fill("noop", SHARE);
        return new Claimers(target, nodes).drain(SHARE);
    }
}
