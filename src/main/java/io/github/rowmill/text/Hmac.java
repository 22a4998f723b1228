package io.github.rowmill.text;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 (RFC 2104): a digest that can be made only with the key. */
public final class Hmac {

    private static final String NAME = "HmacSHA256";

    private Hmac() {}

    /** Returns the 32 bytes for a message. */
    public static byte[] of(String key, byte[] message) {
        try {
            Mac mac = Mac.getInstance(NAME);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), NAME));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(NAME + " is missing, which every JVM must have", e);
        }
    }
}
