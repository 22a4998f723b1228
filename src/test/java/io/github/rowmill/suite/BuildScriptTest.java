package io.github.rowmill.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the script {@code ./build}, which has a name for every build that a person runs. */
class BuildScriptTest {

    /** Profiles that Maven or another profile activates. */
    private static final Set<String> MODES = Set.of(
            "suites",
            "fuzz-inputs",
            "fuzz-java-24",
            "embedded-linux-arm64v8",
            "embedded-darwin-amd64",
            "embedded-darwin-arm64v8",
            "embedded-windows-amd64",
            "bench-peers",
            "compatible-with");

    /** The property that also activates the profile {@code native}. People use it instead of the profile's name. */
    private static final String NATIVE = "-Dnative";

    private static final Pattern PROFILE = Pattern.compile("<profile>\\s*<id>([\\w-]+)</id>");
    private static final Pattern LINE = Pattern.compile("(?m)^([a-z-]+) \\| ([^|]+) \\| (.+)$");

    private record Ran(int code, String said) {}

    private record Build(String name, String arguments, String text) {

        List<String> profiles() {
            Stream<String> named =
                    Pattern.compile("-P([\\w,-]+)").matcher(arguments).results().map(one -> one.group(1));
            return Stream.concat(named, arguments.contains(NATIVE) ? Stream.of("native") : Stream.empty())
                    .flatMap(names -> Stream.of(names.split(",")))
                    .toList();
        }
    }

    @Test
    void everyProfileForPeopleHasABuildAndEveryBuildItsProfile() throws IOException {
        List<String> profiles = PROFILE.matcher(Files.readString(Path.of("pom.xml")))
                .results()
                .map(one -> one.group(1))
                .toList();
        assertThat(profiles).hasSizeGreaterThan(15).containsAll(MODES);

        assertThat(builds().stream().flatMap(build -> build.profiles().stream()))
                .containsExactlyInAnyOrderElementsOf(profiles.stream()
                        .filter(profile -> !MODES.contains(profile))
                        .toList());
    }

    @Test
    void theHelpHasEveryBuild() throws Exception {
        Ran help = run("help");

        assertThat(help.code()).isZero();
        assertThat(run().said()).isEqualTo(help.said());
        assertThat(builds())
                .hasSizeGreaterThan(15)
                .allSatisfy(build -> assertThat(help.said())
                        .containsPattern("(?m)^  %s +%s$".formatted(build.name(), Pattern.quote(build.text()))));
    }

    @Test
    void thePageOfBuildsHasEveryBuild() throws IOException {
        String page = Files.readString(Path.of("docs", "lab", "builds.md"));

        assertThat(builds())
                .allSatisfy(build -> assertThat(page)
                        .contains("`./build " + build.name() + "`")
                        .contains("`" + build.arguments() + "`"));
    }

    @Test
    void furtherArgumentsArePassedToMaven() throws Exception {
        assertThat(run("--print", "chaos", "-Dchaos.minutes=5").said())
                .isEqualToIgnoringNewLines("./mvnw verify -Pchaos -Dchaos.minutes=5");
        assertThat(run("--print", "verify").said()).isEqualToIgnoringNewLines("./mvnw verify");
    }

    @Test
    void anUnknownBuildIsRefused() throws Exception {
        assertThat(run("nothing"))
                .isEqualTo(new Ran(2, "build: there is no build 'nothing'; ./build help lists them\n"));
        assertThat(run("wor").code()).isEqualTo(2);
    }

    private static List<Build> builds() throws IOException {
        return LINE.matcher(Files.readString(Path.of("build")))
                .results()
                .map(line -> new Build(line.group(1), line.group(2), line.group(3)))
                .toList();
    }

    private static Ran run(String... arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Stream.concat(Stream.of("sh", "build"), Stream.of(arguments))
                        .toList())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Ran(process.exitValue(), said);
    }
}
