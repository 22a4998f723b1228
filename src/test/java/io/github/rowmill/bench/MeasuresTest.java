package io.github.rowmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Compiles the sources that otherwise only the benchmark's build compiles. */
class MeasuresTest {

    private static final Path SOURCES = Path.of("src", "bench", "java");

    @Test
    void theBenchmarkCompilesAgainstThisVersion() throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var found = new DiagnosticCollector<JavaFileObject>();
        try (Stream<Path> files = Files.walk(SOURCES);
                StandardJavaFileManager manager = compiler.getStandardFileManager(found, null, null)) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            var task = (JavacTask) compiler.getTask(
                    null, manager, found, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(sources));

            task.analyze();
        }

        assertThat(found.getDiagnostics())
                .filteredOn(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
    }
}
