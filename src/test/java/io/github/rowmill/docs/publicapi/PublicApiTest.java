package io.github.rowmill.docs.publicapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the public API with {@code docs/reference/api.txt}, so that the API changes only on purpose. */
class PublicApiTest {

    private static final String NAME = PublicApiTest.class.getName();
    private static final Path KEPT = Path.of("docs", "reference", "api.txt");
    private static final Path MADE = Path.of("target", "api.txt");
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final List<String> PACKAGES = List.of("api", "config", "task", "testing");

    @Test
    void thePublicApiIsTheOneInTheDocument() throws IOException {
        List<String> lines = lines();
        Files.createDirectories(MADE.getParent());
        Files.write(MADE, lines);

        assertThat(lines).hasSizeGreaterThan(500);
        assertThat(MADE)
                .as("The public API has changed. If that is meant, name it in CHANGELOG.md, and: cp %s %s", MADE, KEPT)
                .hasSameTextualContentAs(KEPT);
    }

    @Test
    void everyPartThatCallersSeeHasALine() {
        assertThat(PublicApi.of(Sample.class))
                .containsExactly(
                        "public static abstract class " + NAME + "$Sample<T extends java.lang.Number>" + " extends "
                                + NAME + "$Hidden<T> implements java.lang.Runnable",
                        "    protected abstract <E extends java.lang.Exception> java.util.List<T> " + NAME
                                + "$Sample.list(java.util.List<? super E>) throws E,java.util.concurrent.TimeoutException",
                        "    protected " + NAME + "$Sample() throws java.io.IOException",
                        "    public T " + NAME + "$Hidden.seen",
                        "    public static final int " + NAME + "$Sample.MOST = 7",
                        "    public void " + NAME + "$Hidden.fromAHiddenClass()",
                        "public annotation " + NAME + "$Sample$Mark",
                        "    public abstract java.lang.String[] " + NAME + "$Sample$Mark.names() default [[a, b]]",
                        "    public abstract long " + NAME + "$Sample$Mark.most() default [3]",
                        "    public abstract long " + NAME + "$Sample$Mark.needed()",
                        "    target [METHOD]",
                        "public interface " + NAME + "$Sample$Shut permits " + NAME + "$Sample$Shut$Pair",
                        "public record " + NAME + "$Sample$Shut$Pair implements " + NAME + "$Sample$Shut",
                        "    public int " + NAME + "$Sample$Shut$Pair.left()",
                        "    public " + NAME + "$Sample$Shut$Pair(int,java.util.List<java.lang.String>)",
                        "    public java.util.List<java.lang.String> " + NAME + "$Sample$Shut$Pair.right()",
                        "    record(int left, java.util.List<java.lang.String> right)");
    }

    private static List<String> lines() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> PACKAGES.stream()
                            .anyMatch(name -> file.getParent().endsWith(Path.of("io", "github", "rowmill", name))))
                    .map(file -> SOURCES.relativize(file).toString())
                    .map(name ->
                            name.substring(0, name.length() - ".java".length()).replace('/', '.'))
                    .filter(name -> !name.endsWith("package-info"))
                    .sorted()
                    .flatMap(name -> PublicApi.of(type(name)))
                    .toList();
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name, false, PublicApiTest.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(name, e);
        }
    }

    abstract static class Hidden<T> {
        public T seen;

        public void fromAHiddenClass() {}

        void notSeen() {}
    }

    /** A class with one part of each kind. */
    @SuppressWarnings("unused")
    public abstract static class Sample<T extends Number> extends Hidden<T> implements Runnable {
        public static final int MOST = 7;
        static final int HIDDEN = 8;

        protected Sample() throws IOException {}

        Sample(int hidden) {}

        protected abstract <E extends Exception> List<T> list(List<? super E> of) throws E, TimeoutException;

        /** An annotation with one attribute of each kind. */
        @Target(ElementType.METHOD)
        public @interface Mark {
            long most() default 3;

            long needed();

            String[] names() default {"a", "b"};
        }

        /** A sealed interface. */
        public sealed interface Shut {

            /** The only type that the interface permits. */
            record Pair(int left, List<String> right) implements Shut {}
        }

        private interface Unseen {}
    }
}
