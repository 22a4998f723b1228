package io.github.rowmill.payload.nativeimage;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;

/** The class files of a class path. They are read but never loaded. */
final class ClassFiles implements Closeable {

    private final List<FileSystem> jars = new ArrayList<>();
    private final List<Path> roots = new ArrayList<>();

    /** Opens the jars and folders of {@code classPath}; missing ones are skipped. */
    ClassFiles(Collection<Path> classPath) throws IOException {
        for (Path entry : classPath) {
            if (Files.isDirectory(entry)) {
                roots.add(entry);
            } else if (Files.exists(entry) && entry.toString().endsWith(".jar")) {
                FileSystem jar = FileSystems.newFileSystem(entry);
                jars.add(jar);
                roots.add(jar.getPath("/"));
            }
        }
    }

    /**
     * Returns the classes whose files contain this text. The file of a class contains the name of every class that
     * it refers to.
     */
    List<ClassInfo> containing(byte[] text) throws IOException {
        List<ClassInfo> found = new ArrayList<>();
        for (Path root : roots) {
            classes(root, text).forEach(bytes -> found.add(info(bytes)));
        }
        return found;
    }

    /** Returns the classes that extend or implement another one directly. */
    List<ClassInfo> children(DotName parent) {
        byte[] text = parent.toString().replace('.', '/').getBytes(StandardCharsets.UTF_8);
        try {
            return containing(text).stream()
                    .filter(each -> parent.equals(each.superName())
                            || each.interfaceNames().contains(parent))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<byte[]> classes(Path root, byte[] text) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .map(ClassFiles::read)
                    .filter(bytes -> Bytes.contains(bytes, text))
                    .toList();
        }
    }

    /** Returns the names that contain this text, from the class files of classes that match {@code wanted}. */
    Set<String> names(byte[] text, Predicate<DotName> wanted) throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path root : roots) {
            for (byte[] bytes : classes(root, text)) {
                if (wanted.test(info(bytes).name())) {
                    names.addAll(ConstantPool.names(bytes));
                }
            }
        }
        return names;
    }

    /**
     * Returns a class of this class path by its name.
     *
     * @return empty if the class is not on the class path, as those of the JDK
     */
    Optional<ClassInfo> find(DotName name) {
        return roots.stream()
                .map(root -> root.resolve(file(name)))
                .filter(Files::exists)
                .findFirst()
                .map(ClassFiles::read)
                .map(ClassFiles::info);
    }

    private static String file(DotName name) {
        return name.toString().replace('.', '/') + ".class";
    }

    private static byte[] read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassInfo info(byte[] bytes) {
        try {
            return Index.singleClass(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        for (FileSystem jar : jars) {
            jar.close();
        }
    }
}
