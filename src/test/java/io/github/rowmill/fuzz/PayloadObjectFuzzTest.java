package io.github.rowmill.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.node.DecimalNode;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.PayloadTooLargeException;
import io.github.rowmill.fuzz.Payloads.Line;
import io.github.rowmill.fuzz.Payloads.Order;
import io.github.rowmill.payload.PayloadCodec;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Fuzzes payloads that an application makes from the input of its users. */
class PayloadObjectFuzzTest {

    private final PayloadCodec codec = Payloads.codec();

    @FuzzTest
    void anObjectIsRefusedOrComesBackEqual(byte[] input) {
        String text = Texts.of(input);
        String[] parts = text.split("\n", 4);
        BigDecimal number = number(parts[0]);
        String name = parts[parts.length - 1];
        Order order = new Order(
                parts[parts.length / 2],
                List.of(new Line(name, parts.length)),
                Map.of(name, new Line(text, number.signum())),
                Map.of(parts[0], List.of(name, number.doubleValue())),
                number,
                Math.abs((long) number.scale()) > 2000 ? null : number.toBigInteger(),
                number.doubleValue(),
                number.floatValue(),
                number.longValue(),
                text.isEmpty(),
                Payloads.State.NEW,
                DecimalNode.valueOf(number));
        String stored;
        try {
            stored = codec.write(NewTask.of("order", order));
        } catch (InvalidTaskException | PayloadTooLargeException e) {
            return;
        }

        Order read = (Order) codec.read(Payloads.type("order"), "order", Payloads.asJsonb(stored));

        assertThat(read.customer()).isEqualTo(order.customer());
        assertThat(read.lines()).isEqualTo(order.lines());
        assertThat(read.byName()).isEqualTo(order.byName());
        assertThat(read.price()).isEqualByComparingTo(order.price());
        assertThat(read.number()).isEqualTo(order.number());
        assertThat(read.weight()).isEqualTo(order.weight());
        assertThat(read.size()).isEqualTo(order.size());
        assertThat(read.stamp()).isEqualTo(order.stamp());
    }

    private static BigDecimal number(String text) {
        try {
            return new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            return BigDecimal.ONE;
        }
    }
}
