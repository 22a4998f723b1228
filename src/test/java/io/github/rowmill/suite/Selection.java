package io.github.rowmill.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;

/** Finds the test classes of this module, and the suite that runs each class. */
final class Selection {

    static final Path TESTS = Path.of("src", "test", "java");

    private Selection() {}

    /** Returns the full names of the classes whose source file has a name with this ending. */
    static List<String> classes(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            return files.map(file -> TESTS.relativize(file).toString().replace('/', '.'))
                    .filter(file -> file.endsWith(ending + ".java"))
                    .map(file -> file.replaceAll("\\.java$", ""))
                    .toList();
        }
    }

    static boolean isOf(Class<?> suite, String test) {
        boolean within = Arrays.stream(suite.getAnnotation(SelectPackages.class).value())
                .anyMatch(name -> test.startsWith(name + "."));
        var included = suite.getAnnotation(IncludeClassNamePatterns.class);
        var excluded = suite.getAnnotation(ExcludeClassNamePatterns.class);
        return within
                && (included == null || Arrays.stream(included.value()).anyMatch(test::matches))
                && (excluded == null || Arrays.stream(excluded.value()).noneMatch(test::matches));
    }
}
