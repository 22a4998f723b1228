package io.github.rowmill.engine.context;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Texts one after the other, each with its length, so that no two rows of texts are taken for one another. */
final class Digest {

    private static final String SHA = "SHA-256";
    private static final String HMAC = "HmacSHA256";

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

    /** The digest, sealed with a key. */
    String sealed(String key) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), HMAC));
            return HexFormat.of().formatHex(mac.doFinal(sha.digest()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(HMAC + " is missing, which every JVM must have", e);
        }
    }
}
