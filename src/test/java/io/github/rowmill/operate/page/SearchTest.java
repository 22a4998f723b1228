package io.github.rowmill.operate.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.read.Condition;
import io.github.rowmill.engine.read.Term;
import io.github.rowmill.operate.search.Query;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {

    private static final String[] EVIL = Html.EVIL;

    private static Query.Understood read(Search search) {
        String q = URLDecoder.decode(search.path().replaceFirst("tasks\\?q=", ""), StandardCharsets.UTF_8);
        return (Query.Understood) Query.of(q);
    }

    @ParameterizedTest
    @FieldSource("EVIL")
    @ValueSource(strings = {"mail", "a b", "\"", "\\", "a\\\"b", "-x", "{\"a\": 1}", "é&=#%+"})
    void aLinkSearchesForAnyValue(String value) {
        assertThat(read(Search.of("queue", value)).terms()).containsExactly(Term.of(Condition.QUEUE, value));
    }

    @Test
    void narrowingReplacesTheFieldsOtherValueAndKeepsTheRest() {
        Search search = Search.of((Query.Understood) Query.of("type:a  status:dead error:\"timed out\""));

        assertThat(search.with("type", "b").text()).isEqualTo("status:dead error:\"timed out\" type:b");
        assertThat(search.without("status:dead"::equals).text()).isEqualTo("type:a error:\"timed out\"");
    }
}
