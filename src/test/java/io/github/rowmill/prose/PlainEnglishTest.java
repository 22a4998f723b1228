package io.github.rowmill.prose;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the doc comments of the sources and counts the sentences that are hard to read. */
class PlainEnglishTest {

    private static final Path SOURCES = Path.of("src");
    private static final double MAX_SHARE = 0.04;
    private static final int ALWAYS_ALLOWED_IN_A_PACKAGE = 2;
    private static final int MAX_WORDS = 40;

    private static List<Sentence> sentences;

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            sentences = files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .flatMap(Sentence::in)
                    .toList();
        }
    }

    @Test
    void fewSentencesAreHardToRead() {
        assertThat(hard(sentences)).hasSizeLessThanOrEqualTo((int) (sentences.size() * MAX_SHARE));
    }

    @Test
    void noPackageIsHardToRead() {
        Map<Path, List<Sentence>> packages = sentences.stream()
                .collect(groupingBy(sentence -> sentence.file().getParent()));

        assertThat(packages)
                .allSatisfy((folder, all) -> assertThat(hard(all))
                        .as(folder.toString())
                        .hasSizeLessThanOrEqualTo(
                                Math.max(ALWAYS_ALLOWED_IN_A_PACKAGE, (int) (all.size() * MAX_SHARE))));
    }

    @Test
    void noSentenceHasMoreThan40Words() {
        assertThat(sentences)
                .filteredOn(sentence -> sentence.words() > MAX_WORDS)
                .isEmpty();
    }

    private static List<Sentence> hard(List<Sentence> of) {
        return of.stream().filter(Sentence::isHardToRead).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OPENS_WITHOUT_A_NOUN | What is to be remembered.
            HEADLESS_CLAUSE      | Whether a task waits.
            THE_SAME             | The same of each key.
            FRAGMENT             | Of a handler that returned.
            PEOPLE_FOR_CODE      | The row is locked by nobody.
            CODE_THAT_SPEAKS     | The claim asks for the rules.
            SO_MANY              | Rows of a batch, so many at most.
            IDIOM                | The lease is over.
            """)
    void eachPatternIsFound(HardPattern pattern, String sentence) {
        assertThat(pattern.matches(sentence)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Returns whether a task waits.",
                "Locks at most {@code limit} tasks, so many as fit.",
                "By default, a lease lasts 30 seconds."
            })
    void aPlainSentenceIsNotHardToRead(String comment) {
        assertThat(Sentence.in(SOURCES, "/** " + comment + " */"))
                .singleElement()
                .returns(false, Sentence::isHardToRead);
    }

    @Test
    void aCommentIsReadAsSentencesWithoutTags() {
        String source = """
                /**
                 * Claims <b>due</b> tasks. A {@link Task} is
                 * claimed once.
                 *
                 * @return the tasks. They are locked.
                 */
                """;

        assertThat(Sentence.in(SOURCES, source).map(Sentence::text))
                .containsExactly("Claims due tasks.", "A Task is claimed once.");
    }
}
