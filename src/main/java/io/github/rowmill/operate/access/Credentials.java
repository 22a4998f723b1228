package io.github.rowmill.operate.access;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.github.rowmill.config.AccessConfig;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.Recent;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.text.Hmac;
import io.github.rowmill.text.Sha256;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Passwords and tokens of configuration. They are compared in a time that tells nothing of how far they are right, and a
 * password of a user whom nobody named takes as long as another.
 */
@Singleton
public class Credentials {

    /** A right password is not hashed again for so long: that takes a quarter of a second, and programs send it with every request. */
    private static final Duration REMEMBERED = Duration.ofMinutes(5);

    /** Bcrypt reads no more; longer ones are wrong. */
    private static final int MAX_PASSWORD_BYTES = 72;

    private final AccessConfig config;
    private final Ticker ticker;
    private final Map<String, Long> right = Collections.synchronizedMap(new Recent<>());

    @Inject
    Credentials(RowmillConfig config, Ticker ticker) {
        this(config.access(), ticker);
    }

    Credentials(AccessConfig config, Ticker ticker) {
        this.config = config;
        this.ticker = ticker;
    }

    /** Whether there are users that sign in with a password. */
    public boolean hasUsers() {
        return !config.users().isEmpty();
    }

    /** The user with this name and password; a name that nobody has is checked against somebody's password all the same. */
    public Optional<Caller> user(String name, String password) {
        AccessConfig.User user = config.users().get(name);
        Optional<AccessConfig.User> checked = Optional.ofNullable(user).or(this::anybody);
        boolean isRight = checked.isPresent() && isRight(checked.get().password(), name, password);
        return isRight && user != null ? Optional.of(Caller.of(name, List.of(user))) : Optional.empty();
    }

    private Optional<AccessConfig.User> anybody() {
        return config.users().values().stream().findFirst();
    }

    private boolean isRight(String hash, String name, String password) {
        String proof = Sha256.hex(name + ":" + password + ":" + hash);
        Long since = right.get(proof);
        if (since != null && ticker.since(since).compareTo(REMEMBERED) < 0) {
            return true;
        }
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        boolean isRight = bytes.length <= MAX_PASSWORD_BYTES
                && BCrypt.verifyer().verify(bytes, hash.getBytes(StandardCharsets.US_ASCII)).verified;
        if (isRight) {
            right.put(proof, ticker.nanos());
        }
        return isRight;
    }

    /** The program with this token. All are compared, whichever it is. */
    public Optional<Caller> token(String token) {
        byte[] digest = Sha256.of(token);
        Caller found = null;
        for (Map.Entry<String, AccessConfig.Token> entry : config.tokens().entrySet()) {
            byte[] known = HexFormat.of().parseHex(entry.getValue().sha256());
            if (MessageDigest.isEqual(known, digest)) {
                found = Caller.of("token " + entry.getKey(), List.of(entry.getValue()));
            }
        }
        return Optional.ofNullable(found);
    }

    /** What shows that this was said by a node that knows the user's password, as it is now; empty: there is no such user. */
    Optional<byte[]> proof(String name, byte[] said) {
        return Optional.ofNullable(config.users().get(name)).map(user -> Hmac.of(user.password(), said));
    }

    /** The user of this name, if the proof is one of what was said. */
    Optional<Caller> proven(String name, byte[] said, byte[] proof) {
        return proof(name, said)
                .filter(known -> MessageDigest.isEqual(known, proof))
                .map(known -> Caller.of(name, List.of(config.users().get(name))));
    }

    /** Somebody whom the application's own security knows, with what configuration grants these roles. */
    public Caller ofApplication(String name, Set<String> roles) {
        return Caller.of(
                name,
                roles.stream().map(config.roles()::get).filter(Objects::nonNull).toList());
    }
}
