package io.github.rowmill.operate.access;

import static java.util.Comparator.comparing;

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
import java.util.Arrays;
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

    /** For the checks of others. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Bcrypt reads no more; longer ones are wrong. */
    private static final int MAX_PASSWORD_BYTES = 72;

    private final AccessConfig config;
    private final Ticker ticker;
    private final PasswordChecks checks = new PasswordChecks(PATIENCE);
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

    /** The user with this name and password who has signed in with it from there a moment ago. */
    Optional<Caller> remembered(String name, String password, String address) {
        return Optional.ofNullable(config.users().get(name))
                .filter(user -> isRemembered(proof(user.password(), name, password, address)))
                .map(user -> Caller.of(name, List.of(user)));
    }

    /**
     * The user with this name and password; a name that nobody has is checked against somebody's password all the same.
     *
     * @throws LoginRefusedException too many are checked already
     */
    public Optional<Caller> user(String name, String password, String address) {
        AccessConfig.User user = config.users().get(name);
        Optional<String> hash = Optional.ofNullable(user).or(this::anybody).map(AccessConfig.User::password);
        boolean isRight = hash.isPresent() && checks.check(address, () -> isRight(hash.get(), password));
        if (!isRight || user == null) {
            return Optional.empty();
        }
        right.put(proof(user.password(), name, password, address), ticker.nanos());
        return Optional.of(Caller.of(name, List.of(user)));
    }

    /** For a name that nobody has: the one whose check takes longest, so that the time tells of no user. */
    private Optional<AccessConfig.User> anybody() {
        return config.users().values().stream().max(comparing(user -> cost(user.password())));
    }

    /** Of {@code $2a$12$…}. */
    private static String cost(String hash) {
        return hash.split("\\$")[2];
    }

    /** Of this place: who guesses elsewhere learns nothing by it. */
    private static String proof(String hash, String name, String password, String address) {
        return Sha256.hex(Network.of(address) + ":" + name + ":" + password + ":" + hash);
    }

    private boolean isRemembered(String proof) {
        Long since = right.get(proof);
        return since != null && ticker.since(since).compareTo(REMEMBERED) < 0;
    }

    /** One that is too long takes as long as another. */
    private static boolean isRight(String hash, String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        byte[] read = Arrays.copyOf(bytes, Math.min(bytes.length, MAX_PASSWORD_BYTES));
        boolean isRight = BCrypt.verifyer().verify(read, hash.getBytes(StandardCharsets.US_ASCII)).verified;
        return isRight && bytes.length <= MAX_PASSWORD_BYTES;
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
