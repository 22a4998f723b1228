package io.github.rowmill.chaos.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.chaos.site.Health;
import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.cluster.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Users of flows. They retry, let go and cancel flows that are held, and now and then retry or cancel another one. */
final class FlowCrew implements Runnable, AutoCloseable {

    private static final String FLOWS = "/rowmill/api/flows";
    private static final Duration REST = Duration.ofMillis(300);
    private static final int FLOWS_OF_A_ROUND = 3;

    private final Site site;
    private final Random random;
    private final Rounds rounds;
    private final ObjectMapper json = new ObjectMapper();
    private final Admissions cancelled;
    private final Admissions retried;
    private final Admissions letGo;
    private volatile boolean windsUp;

    FlowCrew(Site site, long seed) throws IOException {
        this.site = site;
        this.random = new Random(seed);
        this.rounds = new Rounds(site, "requests of flows that failed", REST, this::round);
        this.cancelled = new Admissions(site.plan().folder().resolve("cancelled-flows.txt"));
        this.retried = new Admissions(site.plan().folder().resolve("retried-flows.txt"));
        this.letGo = new Admissions(site.plan().folder().resolve("let-go.txt"));
    }

    @Override
    public void run() {
        rounds.run();
    }

    private void round() throws IOException {
        Optional<Node> node = site.fleet().any(random);
        if (node.isPresent()) {
            round(node.get());
        }
    }

    private void round(Node node) throws IOException {
        for (JsonNode flow : some(flows(node, "held"))) {
            if (windsUp) {
                cancel(node, flow);
            } else {
                mend(node, flow);
            }
        }
        if (!windsUp && random.nextInt(10) == 0) {
            String state = List.of("running", "ended", "cancelled").get(random.nextInt(3));
            Optional<JsonNode> flow = some(flows(node, state)).stream().findFirst();
            if (flow.isPresent() && state.equals("running")) {
                cancel(node, flow.get());
            } else if (flow.isPresent()) {
                retry(node, flow.get());
            }
        }
    }

    private List<JsonNode> flows(Node node, String state) throws IOException {
        Health.Answer answer = Health.ask(node, FLOWS + "?limit=200&state=" + state);
        if (answer.status() != Health.OK) {
            throw new IOException("flows were not listed: " + answer.status());
        }
        return json.readerForListOf(JsonNode.class)
                .readValue(json.readTree(answer.text()).path("flows"));
    }

    private List<JsonNode> some(List<JsonNode> flows) {
        Collections.shuffle(flows, random);
        return windsUp ? flows : flows.subList(0, Math.min(FLOWS_OF_A_ROUND, flows.size()));
    }

    private void mend(Node node, JsonNode flow) throws IOException {
        int dice = random.nextInt(100);
        if (dice < 60) {
            retry(node, flow);
        } else if (dice < 80) {
            cancel(node, flow);
        } else {
            verb(node, flow, "parts/" + flow.path("heldPart").asText() + "/let-go", letGo);
        }
    }

    private void retry(Node node, JsonNode flow) throws IOException {
        verb(node, flow, "retry", retried);
    }

    private void cancel(Node node, JsonNode flow) throws IOException {
        verb(node, flow, "cancel", cancelled);
    }

    /** Sends a request. Its id is written first, because a request that was not refused may have been executed. */
    private void verb(Node node, JsonNode flow, String verb, Admissions log) throws IOException {
        long id = flow.path("id").asLong();
        log.add(List.of(id));
        int status =
                Health.post(node, "%s/%d/%s".formatted(FLOWS, id, verb), "").statusCode();
        site.journal().count("flows: %s answered with %d".formatted(verb.substring(verb.lastIndexOf('/') + 1), status));
    }

    /** From now on, only cancels flows that are held, so that all end. */
    void windUp() {
        windsUp = true;
    }

    void stop() {
        rounds.stop();
    }

    /** Returns the files of requests, by their names in the ledger. */
    Map<String, Admissions> files() {
        return Map.of("cancelled_flow", cancelled, "retried_flow", retried, "let_go", letGo);
    }

    @Override
    public void close() throws IOException {
        cancelled.close();
        retried.close();
        letGo.close();
    }
}
