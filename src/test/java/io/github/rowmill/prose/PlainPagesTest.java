package io.github.rowmill.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads the pages of the documentation, and counts the sentences that are hard to read or long. */
class PlainPagesTest {

    private static final Path README = Path.of("README.md");
    private static final double MAX_HARD = 0.08;
    private static final double MAX_LONG = 0.05;
    private static final int LONG = 30;
    private static final int LONG_IN_THE_README = 25;

    private static List<Sentence> sentences;

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
            sentences = Stream.concat(
                            Stream.of("README.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "UPGRADING.md")
                                    .map(Path::of),
                            docs.filter(file -> file.toString().endsWith(".md")).sorted())
                    .flatMap(Sentence::inPage)
                    .toList();
        }
    }

    @Test
    void fewSentencesAreHardToRead() {
        assertThat(sentences).filteredOn(Sentence::isHardToRead).hasSizeLessThanOrEqualTo((int)
                (sentences.size() * MAX_HARD));
    }

    @Test
    void fewSentencesAreLong() {
        assertThat(sentences).filteredOn(sentence -> sentence.words() > LONG).hasSizeLessThanOrEqualTo((int)
                (sentences.size() * MAX_LONG));
    }

    @Test
    void noSentenceOfTheReadmeHasMoreThan25Words() {
        assertThat(Sentence.inPage(README))
                .isNotEmpty()
                .filteredOn(sentence -> sentence.words() > LONG_IN_THE_README)
                .isEmpty();
    }

    /** Code and tables count, too. */
    @ParameterizedTest
    @CsvSource({"README.md, 700", "docs/guarantees.md, 1800"})
    void aPageIsNotLongerThanItsLimit(Path page, int most) throws IOException {
        assertThat(Files.readString(page).strip().split("\\s+")).hasSizeLessThanOrEqualTo(most);
    }

    @Test
    void aPageIsReadAsSentencesWithoutTablesAndCode() {
        String page = """
                # A title

                **Claims** are [short](claims.md). They `lock` rows.

                - The first item.
                | a | table |

                ```
                Code is not read.
                ```
                """;

        assertThat(Sentence.inPage(README, page).map(Sentence::text))
                .containsExactly("Claims are short.", "They `lock` rows.", "The first item.");
    }
}
