package io.github.rowmill.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.util.DriverInfo;

/** Checks the bill of materials in the jar. */
class SbomIT {

    private static JsonNode bom;

    @BeforeAll
    static void read() throws IOException {
        try (ZipFile jar = new ZipFile(LibraryJarIT.jar().toFile());
                InputStream in = jar.getInputStream(jar.getEntry("META-INF/sbom/rowmill.cdx.json"))) {
            bom = new ObjectMapper().readTree(in);
        }
    }

    @Test
    void theBomDescribesRowmill() {
        assertThat(bom.at("/bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(bom.at("/metadata/component/name").asText()).isEqualTo("rowmill");
        assertThat(bom.at("/metadata/component/licenses/0/license/id").asText()).isEqualTo("Apache-2.0");
    }

    @Test
    void theBomNamesTheDriverWithVersionAndLicence() {
        JsonNode driver = components()
                .filter(one -> one.path("name").asText().equals("postgresql"))
                .findFirst()
                .orElseThrow();

        assertThat(driver.path("group").asText()).isEqualTo("org.postgresql");
        assertThat(driver.path("version").asText()).isEqualTo(DriverInfo.DRIVER_VERSION);
        assertThat(driver.at("/licenses/0/license/id").asText()).isEqualTo("BSD-2-Clause");
    }

    @Test
    void theBomHasVersionsAndLicencesAndNoTestLibraries() {
        assertThat(components()).isNotEmpty().allSatisfy(one -> {
            assertThat(one.path("version").asText()).isNotEmpty();
            assertThat(one.path("licenses")).as(one.path("purl").asText()).isNotEmpty();
        });
        assertThat(components().map(one -> one.path("name").asText()))
                .doesNotContain("assertj-core", "quarkus-junit", "jazzer-junit");
    }

    @Test
    void theBomExistsInBothFormats() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("target/classes/META-INF/sbom"))) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).toList();

            assertThat(names).containsExactlyInAnyOrder("rowmill.cdx.json", "rowmill.cdx.xml");
        }
    }

    private static Stream<JsonNode> components() {
        return StreamSupport.stream(bom.path("components").spliterator(), false);
    }
}
