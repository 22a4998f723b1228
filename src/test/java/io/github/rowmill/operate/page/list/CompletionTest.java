package io.github.rowmill.operate.page.list;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionTest {

    private static final Map<String, List<String>> KNOWN =
            Map.of("type", List.of("noop", "reminder", "night shift"), "queue", List.of("mail"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    st                    | status:, started<=, started>=, started<, started>
                    type:                 | type:"night shift", type:noop, type:reminder
                    status:dead type:re   | status:dead type:reminder
                    -queue:m              | -queue:mail
                    type:noop             |
                    error:"timed          |
                    payload.a:            |
                    """)
    void theLastWordIsCompleted(String q, String completed) {
        String found = String.join(", ", Completion.of(q, field -> KNOWN.getOrDefault(field, List.of())));

        assertThat(found).isEqualTo(completed == null ? "" : completed);
    }
}
