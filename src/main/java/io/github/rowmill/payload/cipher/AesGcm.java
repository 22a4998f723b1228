package io.github.rowmill.payload.cipher;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** AES-GCM (NIST SP 800-38D) with a random nonce of 96 bits, which precedes the text, and a tag of 128 bits. */
final class AesGcm {

    private static final String NAME = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private AesGcm() {}

    /** Encrypts a text. {@code context} is not part of the result; decryption needs an equal one. */
    static byte[] encrypt(SecretKey key, String text, String context) {
        byte[] nonce = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(nonce);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, key, ByteBuffer.wrap(nonce), context)
                    .doFinal(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.allocate(nonce.length + encrypted.length)
                    .put(nonce)
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot encrypt by " + NAME, e);
        }
    }

    /**
     * Decrypts a text.
     *
     * @throws AEADBadTagException it was encrypted with another key or context, or changed since
     */
    static String decrypt(SecretKey key, byte[] encrypted, String context) throws AEADBadTagException {
        if (encrypted.length < NONCE_BYTES) {
            throw new AEADBadTagException("it is too short");
        }
        try {
            byte[] text = cipher(Cipher.DECRYPT_MODE, key, ByteBuffer.wrap(encrypted, 0, NONCE_BYTES), context)
                    .doFinal(encrypted, NONCE_BYTES, encrypted.length - NONCE_BYTES);
            return new String(text, StandardCharsets.UTF_8);
        } catch (AEADBadTagException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot decrypt by " + NAME, e);
        }
    }

    private static Cipher cipher(int mode, SecretKey key, ByteBuffer nonce, String context)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(NAME);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce.array(), nonce.position(), NONCE_BYTES));
        cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
