package io.github.rowmill.operate.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The dashboard's own files. Their links change with what is in them, so that browsers may keep them for ever. */
final class Assets {

    /** Below {@code /rowmill/}. */
    static final String FOLDER = "assets/";

    private static final String RESOURCES = "META-INF/resources/rowmill/" + FOLDER;
    private static final int DIGITS = 8;
    private static final Map<String, String> PATHS = new ConcurrentHashMap<>();

    private Assets() {}

    /** The path of a file below {@code /rowmill/}. */
    static String path(String name) {
        return PATHS.computeIfAbsent(name, file -> FOLDER + file + "?" + digest(file));
    }

    private static String digest(String file) {
        try (InputStream content = Assets.class.getClassLoader().getResourceAsStream(RESOURCES + file)) {
            if (content == null) {
                throw new IllegalArgumentException("the dashboard has no file " + file);
            }
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.readAllBytes());
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
