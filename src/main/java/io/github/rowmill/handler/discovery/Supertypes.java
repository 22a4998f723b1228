package io.github.rowmill.handler.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;

/**
 * Names of the supertypes of a class, read from class files. The model of the build throws an exception at a
 * supertype that is not on the class path, as one of an optional library.
 */
final class Supertypes {

    private final ClassLoader loader;

    /** Creates a reader of the class files that a loader finds. */
    Supertypes(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Returns the names of a class and of all its supertypes. A supertype without a class file is among them, but
     * its own supertypes are not.
     */
    Set<String> withSupertypes(String name) {
        Set<String> names = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(Set.of(name));
        while (!open.isEmpty()) {
            String next = open.remove();
            if (names.add(next)) {
                open.addAll(direct(next));
            }
        }
        return names;
    }

    private Set<String> direct(String name) {
        Set<String> names = new LinkedHashSet<>();
        try (InputStream file = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file != null) {
                ClassInfo type = Index.singleClass(file);
                type.interfaceNames().forEach(one -> names.add(one.toString()));
                DotName superclass = type.superName();
                if (superclass != null) {
                    names.add(superclass.toString());
                }
            }
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of %s cannot be read".formatted(name), e);
        }
    }
}
