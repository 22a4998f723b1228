package io.github.rowmill.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorableTest {

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
        assertThat(Storable.isUnstorable(text)).isFalse();
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
        assertThat(Storable.isUnstorable(text)).isTrue();
    }
}
