package io.github.rowmill.chaos.broken;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A copy of the packaged application that is broken in one way. A harness that passes the copy would pass any mistake.
 */
public final class BrokenCopy {

    private BrokenCopy() {}

    /**
     * Makes the copy.
     *
     * @return the number of broken jars: a class may be packaged as it was compiled, and again as it was transformed
     * @throws IllegalStateException if there was nothing to break
     */
    public static int of(Path packaged, Path folder, Break wanted) throws IOException {
        copy(packaged, folder);
        int places = 0;
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> jars =
                    all.filter(file -> file.toString().endsWith(".jar")).toList();
            for (Path jar : jars) {
                places += breakIn(jar, wanted) ? 1 : 0;
            }
        }
        if (places == 0) {
            throw new IllegalStateException("%s must be in a jar of %s".formatted(wanted.file(), packaged));
        }
        return places;
    }

    private static void copy(Path packaged, Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(packaged)) {
            for (Path from : all.toList()) {
                Path to = folder.resolve(packaged.relativize(from).toString());
                if (Files.isDirectory(from)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static boolean breakIn(Path jar, Break wanted) throws IOException {
        try (FileSystem content = FileSystems.newFileSystem(jar)) {
            Path type = content.getPath(wanted.file());
            if (!Files.exists(type)) {
                return false;
            }
            Files.write(type, wanted.broken(Files.readAllBytes(type)));
            return true;
        }
    }
}
