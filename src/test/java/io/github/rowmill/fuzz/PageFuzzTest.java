package io.github.rowmill.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.rowmill.operate.http.Requests;
import io.github.rowmill.operate.http.json.ProblemException;
import java.util.Arrays;

/** Fuzzes the parameters of a page, in the order status, queue, type, tag, after, limit. An empty one is left out. */
class PageFuzzTest {

    private static final int PARAMETERS = 6;
    private static final int MAX = 200;
    private static final int BAD_REQUEST = 400;

    private final Requests requests = new Requests(Payloads.handlers());

    @FuzzTest
    void aPageIsRefusedOrHasALimitAndAFilterThatCanBeBound(byte[] input) {
        String[] parameters = Arrays.copyOf(Texts.of(input).split("\n", PARAMETERS), PARAMETERS);
        parameters = Arrays.stream(parameters)
                .map(value -> value == null || value.isEmpty() ? null : value)
                .toArray(String[]::new);
        try {
            assertThat(Requests.limit(parameters)).isBetween(1, MAX);
            Texts.assertStorable(parameters[1] + "" + parameters[2] + "" + parameters[3]);
            assertThat(parameters[4] == null || Long.parseLong(parameters[4]) > 0)
                    .isTrue();
        } catch (ProblemException e) {
            assertThat(requests.answer(e).status()).isEqualTo(BAD_REQUEST);
        }
    }
}
