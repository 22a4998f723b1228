package io.github.rowmill.payload.cipher;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A key of AES-256, made of a configured secret, and a name that tells keys apart and tells nothing of them. */
record CipherKey(String id, SecretKey secret) {

    private static final String HMAC = "HmacSHA256";
    private static final int LENGTH_OF_ID = 8;

    static CipherKey of(String configured) {
        String id = HexFormat.of().formatHex(derived(configured, "rowmill-payload-key-id"));
        byte[] key = derived(configured, "rowmill-payload-key");
        return new CipherKey(id.substring(0, LENGTH_OF_ID), new SecretKeySpec(key, "AES"));
    }

    /** As the first step of HKDF (RFC 5869) does, one key for each purpose. */
    private static byte[] derived(String configured, String purpose) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(configured.getBytes(StandardCharsets.UTF_8), HMAC));
            return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(HMAC + " is missing, which every JVM must have", e);
        }
    }
}
