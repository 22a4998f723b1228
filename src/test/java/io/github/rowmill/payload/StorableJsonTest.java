package io.github.rowmill.payload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.api.Violation;
import io.github.rowmill.text.Storable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorableJsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"\"\\u0000\"", "\"\\uD83D\"", "\"\\ud83d\"", "\"\\udE00\"", "\"\0\"", "\"\uD83D\""})
    void unstorableTextIsSuspectedEscapedOrNot(String json) {
        assertThat(StorableJson.mayBeUnstorable(json)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "\"\uD83D\uDE00\"", "\"\\u0001\"", "\"u0000\""})
    void harmlessJsonIsNotSuspected(String json) {
        assertThat(StorableJson.mayBeUnstorable(json)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1e100]", "1E+123", "-1.5e-123", "{\"a\":9e999}"})
    void numberWithALongExponentIsSuspected(String json) {
        assertThat(StorableJson.mayBeUnstorable(json)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1e99]", "1E+12", "\"the100\"", "[1,2e-1,300]", "1e", "1e+", "1e10"})
    void numberWithAShortExponentIsNotSuspected(String json) {
        assertThat(StorableJson.mayBeUnstorable(json)).isFalse();
    }

    @Test
    void aThousandDigitsAreSuspected() {
        assertThat(StorableJson.mayBeUnstorable("[" + "9".repeat(1000) + "]")).isTrue();
        assertThat(StorableJson.mayBeUnstorable("[" + "9".repeat(999) + "]")).isFalse();
        assertThat(StorableJson.mayBeUnstorable("[0." + "0".repeat(998) + "]")).isTrue();
    }

    @Test
    void everyFaultIsFoundByItsPath() {
        Map<String, Object> tree = Map.of("lines", List.of(Map.of("text", "fine"), Map.of("text", List.of("\0"))));

        assertThat(StorableJson.unstorable("payload", new ObjectMapper().valueToTree(tree)))
                .containsExactly(new Violation("payload.lines[1].text[0]", Storable.UNSTORABLE));
    }

    @Test
    void severalFaultsAreFoundAtOnce() {
        assertThat(StorableJson.unstorable("payload", new ObjectMapper().valueToTree(List.of("\0", "fine", "\uD83D"))))
                .extracting(Violation::field)
                .containsExactly("payload[0]", "payload[2]");
    }

    @Test
    void fieldNameIsTextToo() {
        assertThat(StorableJson.unstorable("payload", new ObjectMapper().valueToTree(Map.of("a\0", 1))))
                .containsExactly(new Violation("payload", "has a field name that " + Storable.UNSTORABLE));
    }
}
