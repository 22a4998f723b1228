package io.github.rowmill.db.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that a node requires the same rights that the script of roles grants to a worker. */
class ServerStateTest {

    private static final Path ROLES = Path.of("src/main/resources/db/rowmill/roles.sql");

    @Test
    void aNodeRequiresTheTableRightsThatTheRolesScriptGrants() throws IOException {
        assertThat(rights(
                        "grant (?<rights>[a-z, ]+) on (?<table>rowmill_\\w+) to rowmill_worker;",
                        Files.readString(ROLES)))
                .hasSizeGreaterThan(5)
                .isEqualTo(
                        rights("\\('(?<table>rowmill_\\w+)', array\\[(?<rights>[a-z, ']+)]\\)", ServerState.LACKING));
    }

    @Test
    void aNodeRequiresTheFunctionsThatTheRolesScriptGrants() throws IOException {
        Pattern function = Pattern.compile("'(rowmill_\\w+\\([^)]*\\))'");

        assertThat(function.matcher(Files.readString(ROLES)).results().map(found -> found.group(1)))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(function.matcher(ServerState.LACKING)
                        .results()
                        .map(found -> found.group(1))
                        .toList());
    }

    private static Map<String, Set<String>> rights(String pattern, String text) {
        Map<String, Set<String>> rights = new TreeMap<>();
        var found = Pattern.compile(pattern).matcher(text);
        while (found.find()) {
            rights.put(
                    found.group("table"),
                    new TreeSet<>(Set.of(found.group("rights").replace("'", "").split(", "))));
        }
        return rights;
    }
}
