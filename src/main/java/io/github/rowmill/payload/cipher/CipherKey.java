package io.github.rowmill.payload.cipher;

import io.github.rowmill.text.Hmac;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A key of AES-256, made of a configured secret, and a name that tells keys apart and tells nothing of them. */
record CipherKey(String id, SecretKey secret) {

    private static final int LENGTH_OF_ID = 8;

    static CipherKey of(String configured) {
        String id = HexFormat.of().formatHex(derived(configured, "rowmill-payload-key-id"));
        byte[] key = derived(configured, "rowmill-payload-key");
        return new CipherKey(id.substring(0, LENGTH_OF_ID), new SecretKeySpec(key, "AES"));
    }

    /** As the first step of HKDF (RFC 5869) does, one key for each purpose. */
    private static byte[] derived(String configured, String purpose) {
        return Hmac.of(configured, purpose.getBytes(StandardCharsets.UTF_8));
    }
}
