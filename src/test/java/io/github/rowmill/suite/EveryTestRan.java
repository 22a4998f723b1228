package io.github.rowmill.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

/**
 * Runs after the suites, and compares their reports with the sources. A build in which a JVM finds only some of its classes
 * is green without this check.
 */
class EveryTestRan {

    private static final Path REPORTS = Path.of("target", "surefire-reports");

    @Test
    void everyClassOfTheSuitesIsInTheirReports() throws Exception {
        List<Class<?>> suites = suites();
        Set<String> ran = new HashSet<>();
        for (Class<?> suite : suites) {
            ran.addAll(reportedBy(suite));
        }

        assertThat(testsOf(suites))
                .hasSizeGreaterThan(10)
                .filteredOn(test -> !ran.contains(test))
                .isEmpty();
    }

    /** Returns the suites that the build had to run. */
    private static List<Class<?>> suites() throws Exception {
        var patterns = Arrays.stream(System.getProperty("unit.suites").split(", "))
                .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
                .toList();
        List<Class<?>> suites = new ArrayList<>();
        for (String name : Selection.classes("Suite")) {
            Path source = Selection.TESTS.resolve(name.replace('.', '/') + ".java");
            if (patterns.stream().anyMatch(pattern -> pattern.matches(source))) {
                suites.add(load(name));
            }
        }
        return suites;
    }

    private static List<String> testsOf(List<Class<?>> suites) throws Exception {
        List<String> tests = new ArrayList<>();
        for (String name : Selection.classes("Test")) {
            boolean selected = suites.stream().anyMatch(suite -> Selection.isOf(suite, name));
            if (selected && !Modifier.isAbstract(load(name).getModifiers())) {
                tests.add(name);
            }
        }
        return tests;
    }

    private static Set<String> reportedBy(Class<?> suite) throws IOException, XMLStreamException {
        Set<String> ran = new HashSet<>();
        try (InputStream report = Files.newInputStream(REPORTS.resolve("TEST-" + suite.getName() + ".xml"))) {
            XMLStreamReader reader = XMLInputFactory.newFactory().createXMLStreamReader(report);
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamReader.START_ELEMENT
                        && reader.getLocalName().equals("testcase")) {
                    ran.add(reader.getAttributeValue(null, "classname").replaceAll("\\$.*", ""));
                }
            }
        }
        return ran;
    }

    private static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, EveryTestRan.class.getClassLoader());
    }
}
