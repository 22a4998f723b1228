package io.github.rowmill.feature.context;

import io.github.rowmill.text.Hmac;
import io.github.rowmill.text.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * A digest of a sequence of texts. The length of each text is included, so that two different sequences never have
 * the same input.
 */
final class Digest {

    private final MessageDigest sha = Sha256.digest();

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
