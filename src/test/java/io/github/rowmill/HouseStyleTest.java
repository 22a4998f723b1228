package io.github.rowmill;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The budgets of the house style, read off the sources. */
class HouseStyleTest {

    private static final Path MAIN = Path.of("src", "main", "java", "io", "github", "rowmill");

    /** What only the benchmark's application has: sizes and Javadoc are the same, and it is no part of the engine. */
    private static final Path BENCH = Path.of("src", "bench", "java", "io", "github", "rowmill", "bench");

    private static final int MAX_LINES_OF_A_FILE = 250;
    private static final int MAX_LINES_OF_A_METHOD = 30;
    private static final int MAX_IMPORTS = 30;
    private static final int MAX_FILES_OF_A_PACKAGE = 16;
    private static final int MAX_CODE_LINES_OF_THE_ENGINE = 6_500;

    /** What the budget of the engine leaves out. */
    private static final Set<String> OUTSIDE_THE_ENGINE = Set.of(
            "api",
            "config",
            "embedded",
            "engine/store/read",
            "engine/store/schema",
            "engine/store/testing",
            "operate",
            "payload/nativeimage",
            "sample",
            "testing");

    /** Around a handler, a round of a loop, an observer, and what an exception says of itself. */
    private static final Set<String> CATCH_BROADLY =
            Set.of("TaskRunner", "Rounds", "VerdictWriter", "TaskEvents", "ErrorText", "PrintableCauses");

    private static List<Path> files;
    private static Findings findings;

    @BeforeAll
    static void read() throws IOException {
        try (Stream<Path> main = Files.walk(MAIN);
                Stream<Path> bench = Files.walk(BENCH)) {
            files = Stream.concat(main, bench)
                    .filter(path -> path.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
        findings = Findings.of(files);
    }

    @Test
    void publicTypesHaveJavadoc() {
        assertThat(findings.publicTypesWithoutJavadoc).isEmpty();
    }

    @Test
    void methodsHaveAtMost30Lines() {
        assertThat(findings.longMethods).isEmpty();
    }

    @Test
    void filesHaveAtMost30Imports() {
        assertThat(findings.manyImports).isEmpty();
    }

    @Test
    void allIsCaughtOnlyWhereAStrangersCodeOrARoundEnds() {
        assertThat(findings.broadCatches).isEqualTo(CATCH_BROADLY);
    }

    @Test
    void filesHaveAtMost250Lines() {
        assertThat(files).allSatisfy(file -> assertThat(lines(file)).hasSizeLessThanOrEqualTo(MAX_LINES_OF_A_FILE));
    }

    @Test
    void packagesHaveAtMost16FilesButForTheApi() {
        Map<Path, Long> sizes = files.stream()
                .filter(file ->
                        !file.endsWith("package-info.java") && !file.getParent().endsWith("api"))
                .collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));

        assertThat(sizes)
                .allSatisfy((folder, size) ->
                        assertThat(size).as(folder.toString()).isLessThanOrEqualTo(MAX_FILES_OF_A_PACKAGE));
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(files.stream().map(Path::getParent).distinct())
                .allSatisfy(folder -> assertThat(folder.resolve("package-info.java"))
                        .content()
                        .contains("@NullMarked\npackage "));
    }

    @Test
    void engineHasAtMost6500CodeLines() {
        long code = files.stream()
                .filter(file -> file.startsWith(MAIN))
                .filter(file -> OUTSIDE_THE_ENGINE.stream().noneMatch(folder -> file.startsWith(MAIN.resolve(folder))))
                .flatMap(file -> lines(file).stream())
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.matches("(//|/\\*|\\*|import |package ).*"))
                .count();

        assertThat(code).isLessThanOrEqualTo(MAX_CODE_LINES_OF_THE_ENGINE);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a walk over the syntax trees finds. */
    private static final class Findings extends TreePathScanner<Void, CompilationUnitTree> {

        private final List<String> publicTypesWithoutJavadoc = new ArrayList<>();
        private final List<String> longMethods = new ArrayList<>();
        private final List<String> manyImports = new ArrayList<>();
        private final Set<String> broadCatches = new HashSet<>();
        private final DocTrees trees;

        private Findings(DocTrees trees) {
            this.trees = trees;
        }

        static Findings of(List<Path> files) throws IOException {
            var compiler = ToolProvider.getSystemJavaCompiler();
            try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
                var task = (JavacTask) compiler.getTask(
                        null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
                Findings findings = new Findings(DocTrees.instance(task));
                task.parse().forEach(file -> findings.scan(file, file));
                return findings;
            }
        }

        @Override
        public Void visitCompilationUnit(CompilationUnitTree file, CompilationUnitTree same) {
            if (file.getImports().size() > MAX_IMPORTS) {
                manyImports.add(name(file) + " has " + file.getImports().size() + " imports");
            }
            return super.visitCompilationUnit(file, same);
        }

        @Override
        public Void visitClass(ClassTree type, CompilationUnitTree file) {
            boolean isPublic = type.getModifiers().getFlags().contains(Modifier.PUBLIC);
            if (isPublic && trees.getDocComment(getCurrentPath()) == null) {
                publicTypesWithoutJavadoc.add(name(file) + ": " + type.getSimpleName());
            }
            return super.visitClass(type, file);
        }

        @Override
        public Void visitMethod(MethodTree method, CompilationUnitTree file) {
            long length = line(file, trees.getSourcePositions().getEndPosition(file, method))
                    - line(file, trees.getSourcePositions().getStartPosition(file, method))
                    + 1;
            if (length > MAX_LINES_OF_A_METHOD) {
                longMethods.add(name(file) + "." + method.getName() + " has " + length + " lines");
            }
            return super.visitMethod(method, file);
        }

        @Override
        public Void visitCatch(CatchTree caught, CompilationUnitTree file) {
            String types = caught.getParameter().getType().toString();
            if (Stream.of(types.split("[ |]+")).anyMatch(Set.of("Throwable", "Exception", "Error")::contains)) {
                broadCatches.add(name(file));
            }
            return super.visitCatch(caught, file);
        }

        private static long line(CompilationUnitTree file, long position) {
            return file.getLineMap().getLineNumber(position);
        }

        private static String name(CompilationUnitTree file) {
            return Path.of(file.getSourceFile().toUri())
                    .getFileName()
                    .toString()
                    .replace(".java", "");
        }
    }
}
