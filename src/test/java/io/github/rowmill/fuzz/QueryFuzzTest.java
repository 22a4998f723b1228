package io.github.rowmill.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.Term;
import io.github.rowmill.operate.search.Query;
import java.util.Set;

/** Fuzzes queries, up to the values that would be bound. */
class QueryFuzzTest {

    private static final Set<Condition> OF_JSON = Set.of(Condition.PAYLOAD, Condition.PAYLOAD_EITHER);
    private static final int MAX_MESSAGE = 5000;

    @FuzzTest
    void aQueryIsMisreadAtAPlaceOrAsksForWhatCanBeBound(byte[] input) {
        String text = Texts.of(input);
        Query query = Query.of(text);
        if (query instanceof Query.Misread misread) {
            assertThat(misread.column()).isBetween(1, text.length() + 1);
            assertThat(misread.message()).isNotBlank().hasSizeLessThan(MAX_MESSAGE);
        } else {
            ((Query.Understood) query).terms().forEach(QueryFuzzTest::assertBound);
        }
    }

    private static void assertBound(Term term) {
        for (Object value : term.values()) {
            Texts.assertStorable(String.valueOf(value));
            if (OF_JSON.contains(term.condition())) {
                Payloads.asJsonb((String) value);
            }
        }
    }
}
