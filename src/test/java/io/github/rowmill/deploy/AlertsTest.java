package io.github.rowmill.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks {@code deploy/prometheus} with Prometheus' own tool. Skipped where the tool is not installed. */
class AlertsTest {

    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");

    @BeforeEach
    void needsPromtool() {
        assumeThat(PROMTOOL).as("Debian's package prometheus").exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check rules rules.yaml",
                "test rules rules_test.yaml",
                "check config --syntax-only prometheus.yaml"
            })
    void promtoolFindsNoError(String command) throws IOException, InterruptedException {
        Process promtool = new ProcessBuilder((PROMTOOL + " " + command).split(" "))
                .directory(Path.of("deploy", "prometheus").toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(promtool.waitFor()).as(said).isZero();
        assertThat(said).contains("SUCCESS");
    }
}
