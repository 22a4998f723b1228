package io.github.rowmill.feature.context;

import io.github.rowmill.api.UntrustedContextException;
import io.github.rowmill.config.ContextConfig;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.DatabaseClock;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.task.Carried;
import io.github.rowmill.task.Claimed;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Signs values of a context for one type, one payload and one time, and verifies these signatures. */
@Singleton
class Signatures {

    /** Included in each signature, so that it cannot pass for a signature of another kind. */
    private static final String KIND = "rowmill-context-1";

    /**
     * Longest time from the signature to the insert, which normally follows at once. If a row is inserted later,
     * it is a copy.
     */
    private static final Duration MAX_UNTIL_INSERT = Duration.ofMinutes(5);

    private static final int LENGTH_OF_ID = 8;

    private final DatabaseClock clock;

    /** Keys by their ids; the signing key is first. */
    private final Map<String, String> keys = new LinkedHashMap<>();

    private final @Nullable String signing;

    Signatures(DatabaseClock clock, RowmillConfig config) {
        this.clock = clock;
        ContextConfig context = config.context();
        this.signing = context.key().orElse(null);
        context.key().ifPresent(key -> keys.put(id(key), key));
        context.formerKeys().ifPresent(former -> former.forEach(key -> keys.putIfAbsent(id(key), key)));
    }

    /** Returns an id that distinguishes keys and reveals nothing about them. */
    private static String id(String key) {
        return new Digest().add("rowmill-key").add(key).hex().substring(0, LENGTH_OF_ID);
    }

    boolean canSign() {
        return signing != null;
    }

    /** Returns the time to use in signatures, by the database's clock. */
    Instant moment() {
        return clock.now();
    }

    /** Returns the signature of these values of a context. */
    Map<String, String> sign(NewRow row, Map<String, Map<String, String>> context, List<String> names, Instant at) {
        String key = signing;
        if (key == null) {
            throw new IllegalStateException("rowmill.context.key is not set, and %s must be signed".formatted(names));
        }
        Digest digest = digest(row.task().type(), row.details(), at.toString(), names, context);
        return Map.of("key", id(key), "at", at.toString(), "of", String.join(" ", names), "seal", digest.sealed(key));
    }

    /**
     * Verifies the signature of a context.
     *
     * @return the carriers whose values are signed; empty if the context has no signature
     * @throws UntrustedContextException the signature is not valid
     */
    Collection<String> signed(Claimed task, Carried carried, Map<String, Map<String, String>> context) {
        Map<String, String> signature = context.get(ContextJson.SIGNATURE);
        if (signature == null) {
            return List.of();
        }
        String id = signature.getOrDefault("key", "");
        String key = keys.get(id);
        if (key == null) {
            throw untrusted(task, "it is signed with the key '%s', and this node has %s".formatted(id, keys.keySet()));
        }
        String at = signature.getOrDefault("at", "");
        List<String> names = List.of(signature.getOrDefault("of", "").split(" "));
        String seal = digest(task.type(), task.details(), at, names, context).sealed(key);
        if (!isSame(seal, signature.getOrDefault("seal", ""))) {
            throw untrusted(task, "its signature does not match its type, payload and values");
        }
        if (carried.created().isAfter(Instant.parse(at).plus(MAX_UNTIL_INSERT))) {
            throw untrusted(
                    task, "it was signed at %s, and the row was inserted at %s".formatted(at, carried.created()));
        }
        return names;
    }

    static UntrustedContextException untrusted(Claimed task, String problem) {
        return new UntrustedContextException(task.id(), task.type(), problem);
    }

    private static Digest digest(
            String type, String payload, String at, List<String> names, Map<String, Map<String, String>> context) {
        Digest digest =
                new Digest().add(KIND).add(type).add(PayloadDigest.of(payload)).add(at);
        for (String name : names) {
            Map<String, String> values = new TreeMap<>(context.getOrDefault(name, Collections.emptyMap()));
            digest.add(name).add(String.valueOf(values.size()));
            values.forEach((key, value) -> digest.add(key).add(value));
        }
        return digest;
    }

    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
