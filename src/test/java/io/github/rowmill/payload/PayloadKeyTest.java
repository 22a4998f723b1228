package io.github.rowmill.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.handler.TestTypes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadKeyTest {

    private static final PayloadCodec CODEC = Codecs.of(TestTypes.handlers(), Map.of());

    private static String key(String json, String... fields) {
        return CODEC.uniqueKey(NewTask.of("report").uniqueBy(fields), json);
    }

    @Test
    void aKeyIsTheJsonOfItsFieldsInTheOrderOfNames() {
        assertThat(key("{\"n\":1,\"day\":\"2026-11-21\",\"account\":\"a7\"}", "day", "account"))
                .isEqualTo("{\"account\":\"a7\",\"day\":\"2026-11-21\"}")
                .isEqualTo(key("{\"account\":\"a7\",\"day\":\"2026-11-21\"}", "account", "day", "account"));
    }

    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "1; 1.0",
                "10; 1e1",
                "0; -0.00",
                "{\"x\": 1, \"y\": [2.50]}; {\"y\": [2.5], \"x\": 1}",
                "\"\\u0061\"; \"a\""
            })
    void equalValuesHaveTheSameKey(String one, String other) {
        assertThat(key("{\"a\":%s}".formatted(one), "a")).isEqualTo(key("{\"a\":%s}".formatted(other), "a"));
    }

    @Test
    void differentValuesHaveDifferentKeys() {
        List<String> values = List.of(
                "1",
                "\"1\"",
                "true",
                "\"true\"",
                "null",
                "\"null\"",
                "\"\"",
                "{}",
                "[]",
                "[1]",
                "[1,1]",
                "{\"1\":1}",
                "9007199254740993",
                "9007199254740992",
                "0.1",
                "\"a\\\"b\"",
                "\"a\\\\\\\"b\"",
                "\"%s\"".formatted("x".repeat(600)),
                "\"%s\"".formatted("x".repeat(601)));

        assertThat(values.stream().map(value -> key("{\"a\":%s}".formatted(value), "a")))
                .doesNotHaveDuplicates();
        assertThat(key("{\"a\":1,\"b\":1}", "a")).isNotEqualTo(key("{\"a\":1,\"b\":1}", "b"));
    }

    @Test
    void aPathLeadsIntoObjects() {
        assertThat(key("{\"order\":{\"id\":7}}", "order.id")).isEqualTo("{\"order.id\":7}");
    }

    @Test
    void aKeyTooLongForTheColumnIsReplacedByItsDigest() {
        String key = key("{\"a\":\"%s\"}".formatted("x".repeat(10_000)), "a");

        assertThat(key).startsWith("sha256:").hasSize("sha256:".length() + 64);
        assertThat(key("{\"a\":\"%s\"}".formatted("x".repeat(492)), "a"))
                .hasSize(500)
                .startsWith("{");
    }

    @Test
    void allMissingFieldsAreNamedAtOnce() {
        assertThatThrownBy(() -> key("{\"order\":{},\"list\":[1]}", "day", "list.0", "order", "order.id"))
                .isInstanceOfSatisfying(
                        InvalidTaskException.class,
                        refused -> assertThat(refused.violations())
                                .extracting("message")
                                .isEqualTo(Arrays.asList(
                                        "the payload has no field 'day'",
                                        "the payload has no field 'list.0'",
                                        "the payload has no field 'order.id'")));
    }
}
