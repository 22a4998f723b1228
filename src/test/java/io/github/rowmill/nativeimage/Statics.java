package io.github.rowmill.nativeimage;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Initialises the classes of a folder once more, apart from those of other tests, and reads their static fields. */
final class Statics extends URLClassLoader {

    private final Path folder;

    Statics(Path folder) throws MalformedURLException {
        super(new URL[] {folder.toUri().toURL()}, Statics.class.getClassLoader());
        this.folder = folder;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && findResource(name.replace('.', '/') + ".class") != null) {
                loaded = findClass(name);
            }
            return loaded == null ? super.loadClass(name, resolve) : loaded;
        }
    }

    /** Returns the names of all classes with a file in the folder. */
    List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("package-info.class"))
                    .map(file -> file.substring(0, file.length() - ".class".length())
                            .replace(folder.getFileSystem().getSeparator(), "."))
                    .toList();
        }
    }

    /** Initialises a class and adds the values of its static fields. */
    void addTo(Heap heap, String name) throws ReflectiveOperationException {
        Class<?> type = Class.forName(name, true, this);
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                heap.add(field, null);
            }
        }
    }
}
