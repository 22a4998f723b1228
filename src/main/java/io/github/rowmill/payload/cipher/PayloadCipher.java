package io.github.rowmill.payload.cipher;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.api.EncryptedPayloadException;
import io.github.rowmill.config.PayloadConfig;
import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.crypto.AEADBadTagException;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts payloads for the database if there is a key, and decrypts encrypted ones. An encrypted payload is an
 * object with one field, {@code {"rowmill:encrypted": {"key": …, "data": …}}}. A payload encrypted for one type
 * cannot be read as another type.
 */
@Singleton
public class PayloadCipher {

    /** The only field of an encrypted payload. No other payload may have a field with this name. */
    public static final String FIELD = "rowmill:encrypted";

    /**
     * Prefix of an encrypted payload. It matches with and without the space that PostgreSQL puts before the value.
     */
    private static final String START = "{\"" + FIELD + "\":";

    /** Replaces the type for patches of jobs, whose tasks may have any type. It is blank, and no type is. */
    private static final String PATCH = " ";

    /**
     * Follows the type for results, so that no result can take the place of a payload. No type contains this
     * character, because PostgreSQL cannot store it.
     */
    private static final String RESULT = "\u0000result";

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());

    /** The keys by their ids. */
    private final Map<String, CipherKey> keys = new LinkedHashMap<>();

    private final @Nullable CipherKey current;
    private final @Nullable Set<String> types;

    /** Creates a cipher with the keys and types of this configuration. */
    public PayloadCipher(RowmillConfig config) {
        PayloadConfig.Encryption encryption = config.payload().encryption();
        this.current = encryption.key().map(CipherKey::of).orElse(null);
        this.types = encryption.types().orElse(null);
        if (current != null) {
            keys.put(current.id(), current);
        }
        encryption
                .formerKeys()
                .ifPresent(
                        former -> former.stream().map(CipherKey::of).forEach(key -> keys.putIfAbsent(key.id(), key)));
    }

    /**
     * Returns the form of a payload in the database.
     *
     * @param type the name that the task is enqueued by, which may be an alias
     * @param name the name of the type
     */
    public String encrypted(String type, String name, String json) {
        return isEncrypting(type, name) ? encryptedFor(type, json) : json;
    }

    /** Returns the form of a result in the database. Results are encrypted if the payloads of the type are. */
    public String encryptedResult(String type, String name, String json) {
        return isEncrypting(type, name) ? encryptedFor(type + RESULT, json) : json;
    }

    private boolean isEncrypting(String type, String name) {
        return types == null || types.contains(type) || types.contains(name);
    }

    /**
     * Returns the result for the form that the database keeps.
     *
     * @throws EncryptedPayloadException as {@link #decrypted(String, String)} throws it
     */
    public String decryptedResult(String type, String stored) {
        return envelope(stored)
                .map(envelope -> decrypted(type + RESULT, type, envelope))
                .orElse(stored);
    }

    /** Returns a patch for payloads of any type, encrypted if there is a key. */
    public String encryptedPatch(String json) {
        return encryptedFor(PATCH, json);
    }

    /** Returns the patch for the form that the database keeps; see {@link #decrypted(String, String)}. */
    public String decryptedPatch(String stored) {
        return decrypted(PATCH, stored);
    }

    private String encryptedFor(String type, String json) {
        CipherKey key = current;
        if (key == null) {
            return json;
        }
        String data = Base64.getEncoder().encodeToString(AesGcm.encrypt(key.secret(), json, type));
        return START + "{\"key\":\"" + key.id() + "\",\"data\":\"" + data + "\"}}";
    }

    /** Returns whether a payload is encrypted in the database. */
    public boolean isEncrypted(String stored) {
        return envelope(stored).isPresent();
    }

    /**
     * Returns the payload for the form that the database keeps.
     *
     * @throws EncryptedPayloadException it is encrypted with a key that this node does not have, or was changed
     *     since
     */
    public String decrypted(String type, String stored) {
        return envelope(stored).map(envelope -> decrypted(type, type, envelope)).orElse(stored);
    }

    /**
     * Returns the encrypted content of a payload, recognized by its structure. The field's name does not suffice,
     * because a plain payload inserted by SQL may have it too.
     *
     * @return empty if the payload is not encrypted
     */
    private static Optional<JsonNode> envelope(String stored) {
        return stored.startsWith(START)
                ? read(stored)
                        .filter(payload -> payload.size() == 1)
                        .map(payload -> payload.path(FIELD))
                        .filter(envelope -> envelope.size() == 2
                                && envelope.path("key").isTextual()
                                && envelope.path("data").isTextual())
                : Optional.empty();
    }

    private String decrypted(String purpose, String type, JsonNode encrypted) {
        String id = encrypted.path("key").asText();
        CipherKey key = keys.get(id);
        if (key == null) {
            throw new EncryptedPayloadException(
                    type,
                    "its key is '%s', and this node has %s; add that key to rowmill.payload.encryption.former-keys"
                            .formatted(id, keys.isEmpty() ? "none" : keys.keySet()));
        }
        try {
            byte[] data = Base64.getDecoder().decode(encrypted.path("data").asText());
            return AesGcm.decrypt(key.secret(), data, purpose);
        } catch (AEADBadTagException | IllegalArgumentException e) {
            throw new EncryptedPayloadException(
                    type, "it was not encrypted with the key '%s' for a task of this type".formatted(id), e);
        }
    }

    private static Optional<JsonNode> read(String stored) {
        try {
            return Optional.of(JSON.readTree(stored));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
