package io.github.rowmill.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the first steps with {@code src/it/consumer}, which the build compiles and runs. */
class GetStartedTest {

    private static final String PAGE = read("docs/how-to/get-started.md");
    private static final String CONSUMER = "src/it/consumer/src/";

    @ParameterizedTest
    @ValueSource(strings = {"Labels.java", "Orders.java"})
    void theClassesAreThoseOfTheConsumer(String file) {
        assertThat(block(file)).isEqualTo(read(CONSUMER + "main/java/org/acme/shop/" + file));
    }

    /** The application of the page has one profile, so its test names none. */
    @Test
    void theTestIsThatOfTheConsumer() {
        String test = read(CONSUMER + "test/java/org/acme/shop/OrdersTest.java")
                .replace("import io.quarkus.test.junit.TestProfile;\n", "")
                .replace("@TestProfile(ShopByHandTest.ByHand.class)\n", "");

        assertThat(block("OrdersTest.java")).isEqualTo(test).doesNotContain("Profile");
    }

    @Test
    void theSettingsAreThoseOfTheConsumersProfiles() throws IOException {
        Properties settings = new Properties();
        settings.load(new StringReader(block("application.properties")));

        assertThat(read(CONSUMER + "test/java/org/acme/shop/OpenDoorsTest.java"))
                .contains(entry(settings, "rowmill.dashboard.enabled"), entry(settings, "rowmill.api.enabled"));
        assertThat(settings).containsEntry("%test.rowmill.enabled", "false");
        assertThat(read(CONSUMER + "test/java/org/acme/shop/ShopByHandTest.java"))
                .contains("Map.of(\"rowmill.enabled\", \"false\")");
    }

    @Test
    void theVersionsAreThoseOfTheBuildAndOfTheReadme() {
        String quarkus = find(read("pom.xml"), "<quarkus.platform.version>([^<]+)<");
        String rowmill = find(read("README.md"), "<artifactId>rowmill</artifactId>\\s+<version>([^<]+)<");

        assertThat(PAGE)
                .contains("quarkus-maven-plugin:" + quarkus + ":create", "powered by Quarkus " + quarkus)
                .contains("-Dextensions=io.github.rowmill:rowmill:" + rowmill + "\n");
    }

    private static String entry(Properties settings, String key) {
        return "Map.entry(\"%s\", \"%s\")".formatted(key, settings.getProperty(key));
    }

    private static String find(String text, String pattern) {
        var match = Pattern.compile(pattern).matcher(text);
        assertThat(match.find()).as(pattern).isTrue();
        return match.group(1);
    }

    /** Returns the fenced block that follows a mark. */
    private static String block(String mark) {
        String start = "<!-- " + mark + " -->\n```";
        assertThat(PAGE).contains(start);
        int from = PAGE.indexOf('\n', PAGE.indexOf(start) + start.length()) + 1;
        return PAGE.substring(from, PAGE.indexOf("```", from));
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
