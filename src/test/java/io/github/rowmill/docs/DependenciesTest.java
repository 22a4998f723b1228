package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the page of dependencies with the POMs: the artifacts that an application gets, and those that it may
 * leave out.
 */
class DependenciesTest {

    private static final Path OWN = Path.of("pom.xml");
    private static final Path BARE = Path.of("src", "it", "bare", "pom.xml");

    /** Dependencies that an application gets. They have no scope such as test or provided, and are not optional. */
    private static final Pattern PASSED_ON = Pattern.compile(
            "<dependency>\\s*<groupId>[^<]*</groupId>\\s*<artifactId>([^<]*)</artifactId>\\s*(<version>[^<]*</version>\\s*)?</dependency>");

    private static final Pattern EXCLUDED =
            Pattern.compile("<exclusion>\\s*<groupId>[^<]*</groupId>\\s*<artifactId>([^<]*)</artifactId>");

    @Test
    void thePageNamesEachDependencyOfAnApplication() throws IOException {
        assertThat(rows(".*")).isEqualTo(found(PASSED_ON, Files.readString(OWN)));
    }

    @Test
    void theBareApplicationExcludesAllOptionalDependencies() throws IOException {
        assertThat(rows("yes")).isNotEmpty().isEqualTo(found(EXCLUDED, Files.readString(BARE)));
    }

    /** Returns the artifacts in the first cells of the rows whose third cell matches a pattern. */
    private static Set<String> rows(String mayBeLeftOut) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("docs", "dependencies.md"))) {
            List<String> cells = lines.filter(line -> line.matches("\\| `[^|]*\\|[^|]*\\| " + mayBeLeftOut + " \\|.*"))
                    .map(line -> line.split("\\|")[1])
                    .toList();
            return found(Pattern.compile("`([^`]*)`"), String.join(" ", cells));
        }
    }

    private static Set<String> found(Pattern artifact, String text) {
        return artifact.matcher(text).results().map(result -> result.group(1)).collect(Collectors.toSet());
    }
}
