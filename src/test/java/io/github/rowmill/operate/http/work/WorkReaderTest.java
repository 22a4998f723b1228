package io.github.rowmill.operate.http.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.config.TestConfig;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Jsons;
import io.github.rowmill.operate.http.json.ProblemException;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Checks that a damaged body is either read, or refused with a problem. */
class WorkReaderTest {

    private static final int ROUNDS = 20_000;
    private static final String BITS = "{}[]\",:0179.-e\\ntruefalsenull \u0000\ud83d";

    private static final List<String> BODIES = List.of(
            "{\"types\": [\"encode\"], \"queues\": [\"media\"], \"room\": 10, \"wait\": \"30s\"}",
            "{\"leases\": [\"17:3\", \"18:1\"], \"progress\": {\"17:3\": {\"percent\": 40, \"note\": \"page 4\"}}}",
            "{\"verdicts\": [{\"lease\": \"17:3\", \"outcome\": \"failed\", \"error\": \"E: no\", \"trace\": \"t\", \"delay\": \"1m\"}]}",
            "{\"lease\": \"17:3\", \"name\": \"upload\", \"result\": {\"place\": [7]}}");

    private final Json json = Jsons.of(TestConfig.defaults());
    private final Random random = new Random(7);
    private int read;

    @Test
    void aDamagedBodyIsReadOrRefused() {
        for (int i = 0; i < ROUNDS; i++) {
            String body = damaged(BODIES.get(i % BODIES.size()));
            check(body, text -> WorkReader.claim(json.read(text, ClaimJson.class)));
            check(body, text -> WorkReader.renewal(json.read(text, RenewJson.class)));
            check(body, text -> WorkReader.verdicts(json.read(text, SettleJson.class), result -> null));
            check(body, text -> WorkReader.step(json.read(text, StepJson.class), result -> null));
        }
        assertThat(read).isBetween(100, 4 * ROUNDS);
    }

    private void check(String body, Consumer<String> reader) {
        try {
            reader.accept(body);
            read++;
        } catch (ProblemException e) {
            assertThat(e.problem().status()).as(body).isEqualTo(400);
        }
    }

    private String damaged(String body) {
        StringBuilder text = new StringBuilder(body);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, BITS.charAt(random.nextInt(BITS.length())));
                default -> text.setCharAt(at, BITS.charAt(random.nextInt(BITS.length())));
            }
        }
        return text.toString();
    }
}
