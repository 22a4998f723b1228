package io.github.rowmill.feature.beat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of Rowmill. */
public final class Version {

    /** Version that the build has written, or {@code unknown}. */
    public static final String TEXT = read();

    private Version() {}

    private static String read() {
        try (InputStream text = Version.class.getResourceAsStream("version.txt")) {
            return text == null ? "unknown" : new String(text.readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
