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

/** The page of dependencies names what an application gets, and what may be left out. */
class DependenciesTest {

    private static final Path OWN = Path.of("pom.xml");
    private static final Path BARE = Path.of("src", "it", "bare", "pom.xml");

    /** Neither for tests, nor brought by somebody else, nor for this application alone. */
    private static final Pattern PASSED_ON = Pattern.compile(
            "<dependency>\\s*<groupId>[^<]*</groupId>\\s*<artifactId>([^<]*)</artifactId>\\s*(<version>[^<]*</version>\\s*)?</dependency>");

    private static final Pattern EXCLUDED =
            Pattern.compile("<exclusion>\\s*<groupId>[^<]*</groupId>\\s*<artifactId>([^<]*)</artifactId>");

    @Test
    void thePageNamesWhatAnApplicationGets() throws IOException {
        assertThat(rows(".*")).isEqualTo(found(PASSED_ON, Files.readString(OWN)));
    }

    @Test
    void theBareApplicationLeavesOutWhatMayBeLeftOut() throws IOException {
        assertThat(rows("yes")).isNotEmpty().isEqualTo(found(EXCLUDED, Files.readString(BARE)));
    }

    /** The artifacts in the first cell of the rows whose third says this. */
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
