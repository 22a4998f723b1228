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
 * Encrypts payloads for the database, if there is a key, and decrypts those that are encrypted: an object with one field,
 * {@code {"rowmill:encrypted": {"key": …, "data": …}}}. What is encrypted for one type cannot be read as that of another.
 */
@Singleton
public class PayloadCipher {

    /** The one field of an encrypted payload. No other payload may have it beside its own. */
    public static final String FIELD = "rowmill:encrypted";

    /** With and without the space that PostgreSQL puts between a name and its value. */
    private static final String START = "{\"" + FIELD + "\":";

    /** In the place of a type, for patches of jobs, whose tasks may be of any. No type has it: it is blank. */
    private static final String PATCH = " ";

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());

    /** By their ids. */
    private final Map<String, CipherKey> keys = new LinkedHashMap<>();

    private final @Nullable CipherKey current;
    private final @Nullable Set<String> types;

    /** Of the keys and types in this configuration. */
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

    /** The JSON that the database keeps of a payload; {@code name}: what the type is called of which {@code type} may be an alias. */
    public String encrypted(String type, String name, String json) {
        return types == null || types.contains(type) || types.contains(name) ? encryptedFor(type, json) : json;
    }

    /** A patch of payloads of any type, encrypted if there is a key. */
    public String encryptedPatch(String json) {
        return encryptedFor(PATCH, json);
    }

    /** The patch of which the database keeps this; see {@link #decrypted(String, String)}. */
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

    /** Whether what the database keeps of a payload is encrypted. */
    public boolean isEncrypted(String stored) {
        return envelope(stored).isPresent();
    }

    /**
     * The payload of which the database keeps this.
     *
     * @throws EncryptedPayloadException it is encrypted with a key that this node has not, or was changed since
     */
    public String decrypted(String type, String stored) {
        return envelope(stored).map(envelope -> decrypted(type, envelope)).orElse(stored);
    }

    /** By its structure: the name alone may be one of the payload's own. */
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

    private String decrypted(String type, JsonNode encrypted) {
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
            return AesGcm.decrypt(key.secret(), data, type);
        } catch (AEADBadTagException | IllegalArgumentException e) {
            throw new EncryptedPayloadException(
                    type, "it is not what was encrypted with the key '%s' for a task of this type".formatted(id), e);
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
