package io.github.rowmill.feature.context;

import io.github.rowmill.text.Hmac;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * A digest of a sequence of texts. The length of each text is included, so that two different sequences never have
 * the same input.
 */
final class Digest {

    private static final String SHA = "SHA-256";

    private final MessageDigest sha;

    Digest() {
        try {
            this.sha = MessageDigest.getInstance(SHA);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(SHA + " is missing, which every JVM must have", e);
        }
    }

    Digest add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        sha.update(bytes);
        return this;
    }

    String hex() {
        return HexFormat.of().formatHex(sha.digest());
    }

    /** Returns the digest, sealed with a key. */
    String sealed(String key) {
        return HexFormat.of().formatHex(Hmac.of(key, sha.digest()));
    }
}
