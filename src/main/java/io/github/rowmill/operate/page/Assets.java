package io.github.rowmill.operate.page;

import io.github.rowmill.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The dashboard's static files. Their links contain a digest of the content, so that
 * browsers may cache them forever.
 */
final class Assets {

    /** Folder of the files, below {@code /rowmill/}. */
    static final String FOLDER = "assets/";

    /** Folder of the files in the jar. */
    static final String RESOURCES = "META-INF/resources/rowmill/" + FOLDER;

    private static final int DIGITS = 8;
    private static final Map<String, String> PATHS = new ConcurrentHashMap<>();

    private Assets() {}

    /** Returns the path of a file, below {@code /rowmill/}. */
    static String path(String name) {
        return PATHS.computeIfAbsent(name, file -> FOLDER + file + "?" + digest(file));
    }

    /** Returns whether a request for a file names the content that this node has. */
    static boolean isOfThisContent(String path, @Nullable String query) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return query != null && PATHS.containsKey(name) && path(name).endsWith("?" + query);
    }

    private static String digest(String file) {
        try (InputStream content = Assets.class.getClassLoader().getResourceAsStream(RESOURCES + file)) {
            if (content == null) {
                throw new IllegalArgumentException("the dashboard has no file " + file);
            }
            return Sha256.hex(new String(content.readAllBytes(), StandardCharsets.UTF_8))
                    .substring(0, DIGITS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
