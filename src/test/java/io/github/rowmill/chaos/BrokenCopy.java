package io.github.rowmill.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A copy of the packaged application in which a completion does not ask whether the lease is still held, as queues do that
 * complete by id alone. A harness that lets it pass would let everything pass.
 */
final class BrokenCopy {

    static final Path PACKAGED = Path.of("target", "quarkus-app");
    private static final String COMPLETIONS = "io/github/rowmill/store/Completions.class";

    /** The end of the statement that completes one task, and of no other. */
    private static final String FENCED = """
            version = version + 1
             where id = :id
               and version = :version
            """;

    /** As long, with the same parameters, and true of every version. */
    private static final String BY_ID = """
            version = version + 1
             where id = :id
               and  0 < 1 +  :version
            """;

    private BrokenCopy() {}

    /** Makes the copy; returns in how many places it was broken. */
    static int in(Path folder) throws IOException {
        copy(folder);
        int places = 0;
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path jar : all.filter(file -> file.toString().endsWith(".jar")).toList()) {
                places += breakIn(jar);
            }
        }
        return places;
    }

    private static void copy(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(PACKAGED)) {
            for (Path from : all.toList()) {
                Path to = folder.resolve(PACKAGED.relativize(from).toString());
                if (Files.isDirectory(from)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static int breakIn(Path jar) throws IOException {
        try (FileSystem content = FileSystems.newFileSystem(jar)) {
            Path type = content.getPath(COMPLETIONS);
            if (!Files.exists(type)) {
                return 0;
            }
            // One char for one byte, so that the file's other content stays as it is.
            String bytes = Files.readString(type, StandardCharsets.ISO_8859_1);
            String broken = bytes.replace(FENCED, BY_ID);
            Files.write(type, broken.getBytes(StandardCharsets.ISO_8859_1));
            return bytes.split(Pattern.quote(FENCED), -1).length - 1;
        }
    }

    /** Whether the class file keeps its length: a constant says how long it is. */
    static boolean isAsLong() {
        return FENCED.length() == BY_ID.length();
    }
}
