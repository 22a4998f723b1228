package io.github.rowmill.payload.cipher;

import io.github.rowmill.text.Hmac;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A key of AES-256, derived from a configured secret, and an id that identifies the key without revealing it. */
record CipherKey(String id, SecretKey secret) {

    private static final int LENGTH_OF_ID = 8;

    static CipherKey of(String configured) {
        String id = HexFormat.of().formatHex(derived(configured, "rowmill-payload-key-id"));
        byte[] key = derived(configured, "rowmill-payload-key");
        return new CipherKey(id.substring(0, LENGTH_OF_ID), new SecretKeySpec(key, "AES"));
    }

    /** Derives one key for each purpose, as the first step of HKDF (RFC 5869) does. */
    private static byte[] derived(String configured, String purpose) {
        return Hmac.of(configured, purpose.getBytes(StandardCharsets.UTF_8));
    }
}
