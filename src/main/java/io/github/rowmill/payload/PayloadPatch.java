package io.github.rowmill.payload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.rowmill.api.EncryptedPayloadException;
import io.github.rowmill.api.InvalidPatchException;
import io.github.rowmill.api.InvalidTaskException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Violation;
import io.github.rowmill.payload.cipher.PayloadCipher;
import io.github.rowmill.text.Storable;
import jakarta.inject.Singleton;
import java.util.List;

/** Changes stored payloads by JSON merge patches (RFC 7396). */
@Singleton
public class PayloadPatch {

    private final PayloadCodec codec;
    private final PayloadCipher cipher;
    private final ObjectReader exact;

    PayloadPatch(PayloadCodec codec, PayloadCipher cipher) {
        this.codec = codec;
        this.cipher = cipher;
        this.exact = codec.exactReader();
    }

    /**
     * Returns a stored payload after a patch, in the form of the database.
     *
     * @throws InvalidPatchException the patch is not JSON
     * @throws InvalidTaskException the payload cannot be decrypted, or does not fit the type after the patch
     * @throws io.github.rowmill.api.PayloadTooLargeException the payload has too many bytes after the patch
     */
    public String patched(String type, String stored, String patch) {
        JsonNode merged = merged(payload(type, stored), tree(patch));
        return codec.stored(type, codec.write(NewTask.ofJson(type, merged.toString())));
    }

    /**
     * Returns the form in which the database keeps a patch until its job is done. The patch is encrypted if there
     * is a key, because payloads of the job's tasks may be.
     *
     * @throws InvalidPatchException the patch is not JSON, or cannot be stored
     */
    public String kept(String patch) {
        String json = tree(patch).toString();
        if (Storable.isUnstorable(json)) {
            throw new InvalidPatchException(Storable.UNSTORABLE);
        }
        return cipher.encryptedPatch(json);
    }

    /**
     * Returns the patch for the form that the database keeps.
     *
     * @throws EncryptedPayloadException it is encrypted with a key that this node does not have
     */
    public String read(String kept) {
        return cipher.decryptedPatch(kept);
    }

    private JsonNode payload(String type, String stored) {
        try {
            return tree(cipher.decrypted(type, stored));
        } catch (EncryptedPayloadException e) {
            throw new InvalidTaskException(
                    type, List.of(new Violation("payload", "cannot be patched: " + e.getMessage())));
        }
    }

    private JsonNode tree(String json) {
        try {
            return exact.readTree(json);
        } catch (JsonProcessingException e) {
            throw new InvalidPatchException(JsonProblem.unquoted(e));
        } catch (NumberFormatException e) {
            // Jackson throws this while it reads a tree, if an exponent is out of all bounds.
            throw new InvalidPatchException("has a number out of range");
        }
    }

    /** Merges a patch into a target as RFC 7396, section 2 defines it. */
    static JsonNode merged(JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes)) {
            return patch;
        }
        ObjectNode result = target instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
        changes.properties().forEach(change -> {
            if (change.getValue().isNull()) {
                result.remove(change.getKey());
            } else {
                result.set(change.getKey(), merged(result.path(change.getKey()), change.getValue()));
            }
        });
        return result;
    }
}
