package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.docs.Tutorial.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the pages of the tutorial with {@code src/it/tutorial}. {@code TutorialIT} builds the states after pages 1
 * to 7.
 */
class TutorialTest {

    private static final Pattern PLACEHOLDER = Pattern.compile("@([a-z.-]+)@");
    private static final int PAGES = 9;

    /** Checks both directions: the pages write each file of the application, and no other file. */
    @Test
    void theLastPageLeavesTheApplicationThatTheBuildRuns() throws IOException {
        assertThat(Tutorial.state(PAGES)).hasSizeGreaterThan(10).isEqualTo(application());
    }

    @Test
    void theTextBeforeEachFileNamesItsPath() {
        assertThat(Tutorial.pages()).hasSize(PAGES);
        assertThat(Tutorial.pages().stream().flatMap(page -> Tutorial.blocks(page).stream()))
                .hasSizeGreaterThan(PAGES)
                .allSatisfy(block -> assertThat(textBefore(block)).contains("`" + block.file() + "`"));
    }

    @Test
    void linesAreAddedOnlyToExistingFiles() {
        for (int page = 1; page <= PAGES; page++) {
            Map<String, String> before = Tutorial.state(page - 1);
            assertThat(Tutorial.blocks(Tutorial.pages().get(page - 1)))
                    .filteredOn(Block::isAdded)
                    .allSatisfy(block -> assertThat(before).containsKey(block.file()));
        }
    }

    @Test
    void everyPageLeadsToTheNext() {
        for (int page = 1; page < PAGES; page++) {
            Path next = Tutorial.pages().get(page).getFileName();
            assertThat(Tutorial.read(Tutorial.pages().get(page - 1))).contains("](" + next + ")");
        }
    }

    @Test
    void theIndexNamesEveryPage() {
        assertThat(Tutorial.pages())
                .allSatisfy(page -> assertThat(Tutorial.read(Tutorial.PAGES.resolve("README.md")))
                        .contains("](" + page.getFileName() + ")"));
    }

    /** Returns the paragraph above a block. */
    private static String textBefore(Block block) {
        String page = Tutorial.read(block.page());
        String before = page.substring(0, page.indexOf(block.text())).stripTrailing();
        String withoutMark = before.substring(0, before.lastIndexOf("<!-- ")).stripTrailing();
        return withoutMark.substring(withoutMark.lastIndexOf("\n\n") + 1);
    }

    private static Map<String, String> application() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(Tutorial.APPLICATION)) {
            all.filter(Files::isRegularFile)
                    .map(Tutorial.APPLICATION::relativize)
                    .filter(file -> !file.startsWith("checks") && !file.endsWith("invoker.properties"))
                    .forEach(file -> files.put(
                            file.toString().replace('\\', '/'),
                            filled(Tutorial.read(Tutorial.APPLICATION.resolve(file)))));
        }
        return files;
    }

    /** Returns a file with the versions of this build, as the build writes it. */
    private static String filled(String text) {
        String pom = Tutorial.read(Path.of("pom.xml"));
        return PLACEHOLDER.matcher(text).replaceAll(name -> property(pom, name.group(1)));
    }

    private static String property(String pom, String name) {
        String element = name.equals("project.version") ? "    <version>" : "<" + name + ">";
        var value = Pattern.compile("(?m)^ *" + Pattern.quote(element.strip()) + "([^<]+)<")
                .matcher(pom);
        assertThat(value.find()).as(name).isTrue();
        return value.group(1);
    }
}
