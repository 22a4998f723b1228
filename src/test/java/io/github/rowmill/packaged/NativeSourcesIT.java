package io.github.rowmill.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.payload.nativeimage.PayloadClasses;
import io.github.rowmill.payload.nativeimage.PayloadFeature;
import io.github.rowmill.task.Attempt;
import io.github.rowmill.task.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the readiness for native builds without a native compiler. The input of the compiler must register everything
 * that is reached by name.
 */
class NativeSourcesIT {

    private static final Path RESOURCES = Path.of("src/main/resources");

    enum Application {
        OWN("target/native-check/native-sources"),
        CONSUMER("target/it/consumer/target/native-sources");

        final NativeSources sources;

        Application(String folder) {
            this.sources = new NativeSources(Path.of(folder));
        }
    }

    @Test
    void everyPayloadOfTheSamplesIsFound() {
        assertThat(PayloadClasses.of(Application.OWN.sources.jars()))
                .contains(
                        "io.github.rowmill.sample.Event",
                        "io.github.rowmill.sample.Reminders$Reminder",
                        "io.github.rowmill.sample.Rentals$Rental",
                        "io.github.rowmill.sample.Rentals$Return",
                        "io.github.rowmill.sample.DailyAnalytics$Day",
                        "io.github.rowmill.sample.Invoices$Invoice",
                        "io.github.rowmill.sample.Invoices$Line",
                        "io.github.rowmill.sample.Invoices$Price",
                        "io.github.rowmill.sample.Readings$Reading",
                        "io.github.rowmill.sample.Rentals$Rental",
                        "io.github.rowmill.sample.Rentals$Bike",
                        "io.github.rowmill.sample.Rentals$Return",
                        "io.github.rowmill.sample.Rentals$Closed");
    }

    @Test
    void everyPayloadOfAnApplicationIsFoundWithItsParts() {
        assertThat(PayloadClasses.of(Application.CONSUMER.sources.jars()))
                .containsExactly(
                        "org.acme.shop.Labels$Label",
                        "org.acme.shop.Parcels$Parcel",
                        "org.acme.shop.Parcels$Piece",
                        "org.acme.shop.Receipts$Item",
                        "org.acme.shop.Receipts$Purchase",
                        "org.acme.shop.Receipts$Stock",
                        "org.acme.shop.ThankYou$Mail");
    }

    @ParameterizedTest
    @EnumSource
    void theFeatureThatRegistersPayloadsIsEnabled(Application application) {
        String feature = PayloadFeature.class.getName();

        assertThat(application.sources.text("META-INF/native-image/io.github.rowmill/rowmill/native-image.properties"))
                .hasValueSatisfying(text -> assertThat(text).contains("--features=" + feature));
        assertThat(application.sources.text(feature.replace('.', '/') + ".class"))
                .isPresent();
    }

    /** Only the feature registers these payloads. */
    @Test
    void onlyTheFeatureRegistersPayloadsWithoutConstraints() {
        assertThat(Application.OWN.sources.reflective()).noneMatch(name -> name.contains("sample.Invoices$"));
        assertThat(Application.CONSUMER.sources.reflective())
                .noneMatch(name -> name.matches("org\\.acme\\.shop\\.(Parcels|Receipts)\\$.*"));
    }

    @Test
    void jsonClassesOfTheApiAreRegistered() {
        assertThat(Application.OWN.sources.reflective())
                .contains(
                        "io.github.rowmill.operate.http.json.TaskJson", "io.github.rowmill.operate.http.json.Problem");
    }

    @ParameterizedTest
    @EnumSource
    void theEntitiesAreRegistered(Application application) {
        assertThat(application.sources.reflective()).contains(Task.class.getName(), Attempt.class.getName());
    }

    @ParameterizedTest
    @EnumSource
    void migrationsTemplatesAndPagesArePartOfTheImage(Application application) throws IOException {
        List<String> files = files("db/rowmill", "templates", "META-INF/resources");

        assertThat(files)
                .contains("db/rowmill/V1__rowmill.sql", "db/rowmill/roles.sql", "templates/rowmill/overview.html")
                .allMatch(application.sources::includes);
        assertThat(application.sources.includes("io/github/rowmill/feature/beat/version.txt"))
                .isTrue();
    }

    @Test
    void theSamplesMigrationIsPartOfTheOwnImageOnly() {
        assertThat(Application.OWN.sources.includes("db/sample/V1__sample.sql")).isTrue();
        assertThat(Application.CONSUMER.sources.text("db/sample/V1__sample.sql"))
                .isEmpty();
        assertThat(Application.CONSUMER.sources.includes("db/migration/V1__shop.sql"))
                .isTrue();
    }

    private static List<String> files(String... folders) throws IOException {
        List<Path> all = new ArrayList<>();
        for (String folder : folders) {
            if (Files.isDirectory(RESOURCES.resolve(folder))) {
                try (Stream<Path> files = Files.walk(RESOURCES.resolve(folder))) {
                    files.filter(Files::isRegularFile).forEach(all::add);
                }
            }
        }
        return all.stream()
                .map(file -> RESOURCES.relativize(file).toString().replace('\\', '/'))
                .toList();
    }
}
