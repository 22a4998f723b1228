package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.feature.rule.RulesAndVerbsTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the table of rules and verbs contains all of them, and that the tests that it names exist. */
class RulesAndVerbsPageTest {

    private static final Path PAGE = Path.of("docs", "lab", "rules-and-verbs.md");
    private static final int FIRST_RULE = 2;

    /** Returns the first table. Its first row contains what the rules read, and each further row is a verb. */
    private static List<List<String>> table() throws IOException {
        return Files.readString(PAGE)
                .lines()
                .dropWhile(line -> !line.startsWith("| verb"))
                .takeWhile(line -> line.startsWith("|"))
                .filter(line -> !line.startsWith("|---"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(cell -> cell.strip().replaceAll("^`(\\w+)`$", "$1"))
                        .toList())
                .toList();
    }

    @Test
    void everyRuleIsAColumnAndEveryVerbARow() throws IOException {
        List<List<String>> table = table();
        int rules = RulesAndVerbsTest.Rule.values().length;

        assertThat(table.get(0).subList(FIRST_RULE, FIRST_RULE + rules))
                .isEqualTo(names(RulesAndVerbsTest.Rule.values()));
        assertThat(table.stream().skip(2).map(row -> row.get(0)))
                .containsExactlyElementsOf(names(RulesAndVerbsTest.Verb.values()));
    }

    @Test
    void everyCellListsWhatItsVerbWritesAndItsRuleReads() throws IOException {
        List<List<String>> table = table();
        List<String> reads = table.get(1);

        assertThat(table.stream().skip(2))
                .hasSizeGreaterThan(20)
                .allSatisfy(row -> assertThat(row)
                        .hasSize(reads.size())
                        .satisfies(verb -> IntStream.range(FIRST_RULE, reads.size() - 1)
                                .forEach(rule -> assertThat(letters(verb.get(rule)))
                                        .as(verb.get(0) + ", " + table.get(0).get(rule))
                                        .isEqualTo(common(verb.get(1), reads.get(rule))))));
    }

    @Test
    void everyTestAndMethodThatIsNamedExists() throws IOException {
        List<MatchResult> named = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`")
                .matcher(Files.readString(PAGE))
                .results()
                .toList();

        assertThat(named)
                .hasSizeGreaterThan(40)
                .allSatisfy(name -> assertThat(source(name.group(1)))
                        .as(name.group())
                        .containsPattern("\\b" + name.group(2) + "\\b"));
    }

    /** Returns the text of all files with the name of a type. */
    private static String source(String type) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            for (Path file : files.filter(one -> one.endsWith(type + ".java")).toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    private static Set<String> common(String written, String read) {
        return letters(written).stream().filter(letters(read)::contains).collect(Collectors.toSet());
    }

    private static Set<String> letters(String cell) {
        return cell.chars()
                .filter(Character::isLetter)
                .mapToObj(Character::toString)
                .collect(Collectors.toSet());
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }
}
