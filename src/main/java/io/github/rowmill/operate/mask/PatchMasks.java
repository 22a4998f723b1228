package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.github.rowmill.api.EncryptedPayloadException;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.payload.PayloadCodec;
import io.github.rowmill.payload.cipher.PayloadCipher;
import jakarta.inject.Singleton;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Masks the sensitive values of payload patches. The patch of a job may apply to tasks of several types. */
@Singleton
public class PatchMasks {

    /** JSON that replaces a patch of which nothing is shown. */
    public static final String HIDDEN = "\"" + Masks.MASK + "\"";

    private final Masks masks;
    private final Handlers handlers;
    private final PayloadCipher cipher;
    private final ObjectReader json;

    PatchMasks(Masks masks, Handlers handlers, PayloadCipher cipher, PayloadCodec codec) {
        this.masks = masks;
        this.handlers = handlers;
        this.cipher = cipher;
        this.json = codec.exactReader();
    }

    /**
     * Returns a patch with its sensitive values masked, or {@link #HIDDEN} if it cannot be decrypted or read.
     *
     * @param kept the patch as the database stores it
     * @param only the type of the tasks; if null, the sensitive fields of all types are masked
     */
    public String masked(String kept, @Nullable String only) {
        try {
            JsonNode tree = json.readTree(cipher.decryptedPatch(kept));
            for (String type : types(only)) {
                tree = masks.masked(type, tree);
            }
            return tree.toString();
        } catch (JsonProcessingException | EncryptedPayloadException e) {
            return HIDDEN;
        }
    }

    /** Returns a patch as the audit records it: masked, or only the word {@code encrypted} if it is encrypted. */
    public String recorded(String kept, @Nullable String only) {
        return cipher.isEncrypted(kept) ? Masks.ENCRYPTED : masked(kept, only);
    }

    /** Returns whether a mask stands in the place of a sensitive value of a type. */
    public boolean isMaskIn(String patch, @Nullable String only) {
        return types(only).stream().anyMatch(type -> masks.holdsMask(type, patch));
    }

    private Set<String> types(@Nullable String only) {
        return only == null ? handlers.names() : Set.of(only);
    }
}
