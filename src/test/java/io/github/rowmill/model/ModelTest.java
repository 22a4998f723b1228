package io.github.rowmill.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.execute.LeaseKeeper;
import io.github.rowmill.task.Claimed;
import io.smallrye.config.WithDefault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the models with the engine. Their numbers must be those of the code, and each configuration needs a check.
 */
class ModelTest {

    @Test
    void everyConfigurationIsChecked() throws IOException {
        assertThat(Check.all().stream().map(Check::configuration))
                .containsExactlyInAnyOrderElementsOf(Stream.of("", "lanes/", "flow/", "signal/", "step/")
                        .flatMap(ModelTest::configurationsOf)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"., Rowmill", "lanes, Lanes", "flow, Flow", "signal, Signal", "step, Step"})
    void everyFlawOfTheModelHasACheck(String folder, String name) throws IOException {
        String model = Files.readString(Tlc.MODELS.resolve(folder).resolve(name + ".tla"));
        String flaws = model.substring(model.indexOf("AllFlaws == {"), model.indexOf("ASSUME"));
        List<String> known = quoted(flaws);

        assertThat(known).isNotEmpty();
        for (String configuration : configurations(folder)) {
            List<String> has = quoted(line(folder + "/" + configuration, "Flaws"));
            assertThat(has).as(configuration).hasSizeLessThanOrEqualTo(configuration.startsWith("Wrong") ? 1 : 0);
            known.removeAll(has);
        }
        assertThat(known).as("flaws without a check").isEmpty();
    }

    @Test
    void quarantineBeginsAndEndsAsInTheEngine() throws Exception {
        int maxCrashes = defaultOf("maxCrashes");

        assertThat(configurations()).isNotEmpty().allSatisfy(configuration -> {
            assertThat(constant(configuration, "QuarantineCrashes")).isEqualTo(Claimed.QUARANTINE_CRASHES);
            assertThat(constant(configuration, "MaxCrashes")).isEqualTo(maxCrashes);
        });
    }

    @Test
    void poisonPillsHaveTheAttemptsOfTheDefault() throws Exception {
        int maxAttempts = defaultOf("maxAttempts");

        assertThat(List.of("Poison", "TwoPoisons", "PoisonEnds", "Exits", "WrongNoQuarantine", "WrongDrainReleases"))
                .allSatisfy(configuration ->
                        assertThat(constant(configuration, "MaxAttempts")).isEqualTo(maxAttempts));
        assertThat(constant("LimitFewAttempts", "MaxAttempts")).isEqualTo(Claimed.QUARANTINE_CRASHES);
    }

    @Test
    void aLeaseIsRenewedAsOftenAsInTheEngine() throws Exception {
        Field renewals = LeaseKeeper.class.getDeclaredField("RENEWALS_PER_LEASE");
        renewals.setAccessible(true);

        assertThat(constant("Renewals", "Lease")).isEqualTo(renewals.getInt(null));
        assertThat(constant("WrongThreeRenewals", "Lease")).isEqualTo(renewals.getInt(null) - 1);
    }

    private static Stream<String> configurationsOf(String folder) {
        try {
            return configurations("./" + folder).stream().map(folder::concat);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> configurations() throws IOException {
        return configurations(".");
    }

    private static List<String> configurations(String folder) throws IOException {
        try (Stream<Path> files = Files.list(Tlc.MODELS.resolve(folder))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".cfg"))
                    .map(name -> name.replace(".cfg", ""))
                    .toList();
        }
    }

    private static int constant(String configuration, String name) throws IOException {
        return Integer.parseInt(line(configuration, name));
    }

    private static String line(String configuration, String name) throws IOException {
        Matcher matcher = Pattern.compile("(?m)^ *" + name + " = (.+)$")
                .matcher(Files.readString(Tlc.MODELS.resolve(configuration + ".cfg")));
        assertThat(matcher.find()).as(name + " in " + configuration).isTrue();
        return matcher.group(1);
    }

    private static List<String> quoted(String text) {
        return Pattern.compile("\"([^\"]+)\"")
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static int defaultOf(String setting) throws NoSuchMethodException {
        return Integer.parseInt(RowmillConfig.class
                .getMethod(setting)
                .getAnnotation(WithDefault.class)
                .value());
    }
}
