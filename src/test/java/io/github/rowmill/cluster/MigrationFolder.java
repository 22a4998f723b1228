package io.github.rowmill.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationVersion;

/** The migrations in the sources. */
public final class MigrationFolder {

    private static final Path FOLDER = Path.of("src", "main", "resources", "db", "rowmill");

    private MigrationFolder() {}

    /** Returns the migrations in the order of their versions. The first one creates the tables. */
    public static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.getFileName().toString().startsWith("V"))
                    .sorted(Comparator.comparing(MigrationFolder::version))
                    .toList();
        }
    }

    /** Returns 1.7 for {@code V1.7__turns.sql}. */
    private static MigrationVersion version(Path file) {
        String name = file.getFileName().toString();
        return MigrationVersion.fromVersion(name.substring(1, name.indexOf("__")));
    }
}
