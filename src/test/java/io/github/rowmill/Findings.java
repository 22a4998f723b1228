package io.github.rowmill;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Collects breaches of the house style from the syntax trees of the sources. */
final class Findings extends TreePathScanner<Void, CompilationUnitTree> {

    private static final int MAX_LINES_OF_A_METHOD = 30;
    private static final int MAX_IMPORTS = 32;
    private static final Pattern NUMBER = Pattern.compile("%[-#+ 0,(]*[0-9]*([.][0-9]+)?[doxXeEfgGaA]\\b");

    final List<String> publicTypesWithoutJavadoc = new ArrayList<>();
    final List<String> longMethods = new ArrayList<>();
    final List<String> manyImports = new ArrayList<>();
    final List<String> numbersByLocale = new ArrayList<>();
    final Set<String> broadCatches = new HashSet<>();
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

    /** Finds formats of numbers. They write the digits of the JVM's locale, but {@code %s} writes ASCII digits. */
    @Override
    public Void visitLiteral(LiteralTree literal, CompilationUnitTree file) {
        if (literal.getValue() instanceof String text
                && NUMBER.matcher(text).find()
                && !getCurrentPath().getParentPath().getLeaf().toString().contains("Locale.ROOT")) {
            numbersByLocale.add(name(file) + " has " + literal);
        }
        return super.visitLiteral(literal, file);
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
        return Path.of(file.getSourceFile().toUri()).getFileName().toString().replace(".java", "");
    }
}
