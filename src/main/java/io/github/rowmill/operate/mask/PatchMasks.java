package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.api.EncryptedPayloadException;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.payload.PayloadCodec;
import io.github.rowmill.payload.cipher.PayloadCipher;
import jakarta.inject.Singleton;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Patches of payloads without what is sensitive in them. A job's patch may be of tasks of several types. */
@Singleton
public class PatchMasks {

    /** The JSON that stands for a patch of which nothing is shown. */
    public static final String HIDDEN = "\"" + Masks.MASK + "\"";

    private final Masks masks;
    private final Handlers handlers;
    private final PayloadCipher cipher;
    private final ObjectMapper mapper;

    PatchMasks(Masks masks, Handlers handlers, PayloadCipher cipher, PayloadCodec codec) {
        this.masks = masks;
        this.handlers = handlers;
        this.cipher = cipher;
        this.mapper = codec.mapper();
    }

    /**
     * Returns a patch as it may be shown.
     *
     * @param kept as the database keeps it
     * @param only the type of the tasks; null: they may be of any, and what is sensitive in one is masked
     */
    public String masked(String kept, @Nullable String only) {
        try {
            JsonNode tree = mapper.readTree(cipher.decryptedPatch(kept));
            for (String type : types(only)) {
                tree = masks.masked(type, tree);
            }
            return tree.toString();
        } catch (JsonProcessingException | EncryptedPayloadException e) {
            return HIDDEN;
        }
    }

    /** Returns a patch as it may be written down: one that is encrypted says no more than that. */
    public String recorded(String kept, @Nullable String only) {
        return cipher.isEncrypted(kept) ? Masks.ENCRYPTED : masked(kept, only);
    }

    /** Whether a mask stands where a type has something sensitive. */
    public boolean isMaskIn(String patch, @Nullable String only) {
        return types(only).stream().anyMatch(type -> masks.holdsMask(type, patch));
    }

    private Set<String> types(@Nullable String only) {
        return only == null ? handlers.names() : Set.of(only);
    }
}
