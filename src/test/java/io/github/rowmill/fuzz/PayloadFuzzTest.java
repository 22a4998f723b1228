package io.github.rowmill.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.PayloadTooLargeException;
import io.github.rowmill.api.UnreadablePayloadException;
import io.github.rowmill.payload.PayloadCodec;
import java.nio.charset.StandardCharsets;

/** Fuzzes JSON from outside, as the payload of a new task and of a row. */
class PayloadFuzzTest {

    private final PayloadCodec codec = Payloads.codec();

    @FuzzTest
    void jsonIsRefusedOrCanBeStoredAndReadBack(byte[] input) {
        String json = new String(input, StandardCharsets.UTF_8);
        enqueue("order", json);
        enqueue("tree", json);
        enqueue("unknown", json);
        read(json);
    }

    private void enqueue(String type, String json) {
        String stored;
        try {
            stored = codec.write(NewTask.ofJson(type, json));
        } catch (InvalidTaskException e) {
            assertThat(e.violations()).isNotEmpty();
            return;
        } catch (PayloadTooLargeException e) {
            return;
        }
        String row = Payloads.asJsonb(stored);
        if (type.equals("unknown")) {
            assertThat(Payloads.isSame(stored, json)).isTrue();
            assertThat(Payloads.isSame(row, json)).isTrue();
        } else {
            assertThatNoException().isThrownBy(() -> codec.read(Payloads.type(type), type, row));
        }
        assertThat(codec.write(NewTask.ofJson(type, stored))).isEqualTo(stored);
    }

    private void read(String json) {
        try {
            codec.read(Payloads.type("order"), "order", json);
            codec.read(Payloads.type("tree"), "tree", json);
        } catch (UnreadablePayloadException e) {
            assertThat(e).hasMessageContaining("cannot be read");
        }
    }
}
