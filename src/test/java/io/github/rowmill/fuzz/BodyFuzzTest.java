package io.github.rowmill.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.engine.enqueue.NewRows;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.operate.http.Requests;
import io.github.rowmill.operate.http.json.ProblemException;
import java.util.List;
import java.util.function.Function;

/** Fuzzes bodies of requests, up to the row that would be inserted. */
class BodyFuzzTest {

    private static final int CLIENTS_FAULT = 4;
    private static final int HUNDRED = 100;

    /**
     * Largest size of an answer. An answer lists the faults of a request within limits, so a short request has no long
     * answer.
     */
    private static final int MAX_ANSWER = 100_000;

    private final Requests requests = new Requests(Payloads.handlers());
    private final NewRows rows = new NewRows(Payloads.handlers(), Payloads.codec());

    @FuzzTest
    void aBodyIsRefusedWithAProblemOrMakesRowsThatCanBeStored(byte[] body) {
        enqueue(body, one -> List.of(requests.task(one)));
        enqueue(body, requests::tasks);
        enqueue(body, one -> List.of(requests.message(one).type("noop")));
    }

    private void enqueue(byte[] body, Function<byte[], List<NewTask>> request) {
        try {
            rows.of(request.apply(body)).forEach(BodyFuzzTest::assertStorable);
        } catch (ProblemException | RowmillException e) {
            Requests.Answer answer = requests.answer(e);
            assertThat(answer.status() / HUNDRED).isEqualTo(CLIENTS_FAULT);
            assertThat(answer.body()).startsWith("{\"type\":\"urn:rowmill:").hasSizeLessThan(MAX_ANSWER);
        }
    }

    private static void assertStorable(NewRow row) {
        NewTask task = row.task();
        Payloads.asJsonb(row.details());
        Texts.assertStorable(task.type() + row.queue() + task.source() + task.uniqueKey() + task.tags());
        assertThat(task.priority()).isBetween((int) Short.MIN_VALUE, (int) Short.MAX_VALUE);
        assertThat(row.maxAttempts()).isPositive();
        assertThat(task.timeout() == null || task.timeout().toMillis() > 0).isTrue();
        assertThat(task.delay() == null || task.runAt() == null).isTrue();
    }
}
