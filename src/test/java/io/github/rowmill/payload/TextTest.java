package io.github.rowmill.payload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.api.Violation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "\uD83D\uDE00",
                "a\uD83D\uDE00b",
                "\uD83D\uDE00\uD83D\uDE00",
                "\u0001\t\n",
                "\\u0000"
            })
    void storableTextPasses(String text) {
        assertThat(Text.isUnstorable(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\0",
                "a\0b",
                "\uD83D",
                "\uDE00",
                "\uDE00\uD83D",
                "a\uD83Db",
                "\uD83D\uD83D\uDE00",
                "\uD83D\uDE00\uDE00"
            })
    void nulAndLoneSurrogatesAreUnstorable(String text) {
        assertThat(Text.isUnstorable(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\\u0000\"", "\"\\uD83D\"", "\"\\ud83d\"", "\"\\udE00\"", "\"\0\"", "\"\uD83D\""})
    void jsonIsSuspectedEscapedOrNot(String json) {
        assertThat(Text.mayBeUnstorable(json)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "\"\uD83D\uDE00\"", "\"\\u0001\"", "\"u0000\""})
    void harmlessJsonIsNotSuspected(String json) {
        assertThat(Text.mayBeUnstorable(json)).isFalse();
    }

    @Test
    void everyFaultIsFoundByItsPath() {
        Map<String, Object> tree = Map.of("lines", List.of(Map.of("text", "fine"), Map.of("text", List.of("\0"))));

        assertThat(Text.unstorable("payload", new ObjectMapper().valueToTree(tree)))
                .containsExactly(new Violation("payload.lines[1].text[0]", Text.UNSTORABLE));
    }

    @Test
    void severalFaultsAreFoundAtOnce() {
        assertThat(Text.unstorable("payload", new ObjectMapper().valueToTree(List.of("\0", "fine", "\uD83D"))))
                .extracting(Violation::field)
                .containsExactly("payload[0]", "payload[2]");
    }

    @Test
    void fieldNameIsTextToo() {
        assertThat(Text.unstorable("payload", new ObjectMapper().valueToTree(Map.of("a\0", 1))))
                .containsExactly(new Violation("payload", "has a field name that " + Text.UNSTORABLE));
    }
}
