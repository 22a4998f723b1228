package io.github.rowmill.db.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.flywaydb.core.api.resource.LoadableResource;
import org.junit.jupiter.api.Test;

class MigrationFilesTest {

    private static final Path FOLDER = Path.of("src", "main", "resources").resolve(MigrationFiles.FOLDER);

    private final MigrationFiles files = new MigrationFiles();

    @Test
    void listIsTheFoldersContents() throws IOException {
        try (Stream<Path> folder = Files.list(FOLDER)) {
            assertThat(folder.map(file -> file.getFileName().toString()).filter(name -> !name.equals("roles.sql")))
                    .containsExactlyInAnyOrderElementsOf(MigrationFiles.NAMES);
        }
    }

    @Test
    void everyFileCanBeRead() throws IOException {
        for (LoadableResource file : files.getResources("V", new String[] {".sql"})) {
            StringWriter text = new StringWriter();
            file.read().transferTo(text);

            assertThat(text).hasToString(Files.readString(FOLDER.resolve(file.getFilename())));
        }
    }

    /** Functions remain if a user drops the tables and their history to start again. */
    @Test
    void migrationsReplaceExistingFunctions() throws IOException {
        for (String name : MigrationFiles.NAMES) {
            assertThat(Files.readString(FOLDER.resolve(name))).as(name).doesNotContain("create function");
        }
    }

    @Test
    void findsByPrefixAndSuffix() {
        assertThat(files.getResources("V", new String[] {".sql"})).hasSameSizeAs(MigrationFiles.NAMES);
        assertThat(files.getResources("R", new String[] {".sql"})).isEmpty();
        assertThat(files.getResources("V", new String[] {".conf"})).isEmpty();
    }

    @Test
    void unknownNameIsNoResource() {
        assertThat(List.of("V0__none.sql", "../application.properties"))
                .allSatisfy(name -> assertThat(files.getResource(name)).isNull());
    }
}
