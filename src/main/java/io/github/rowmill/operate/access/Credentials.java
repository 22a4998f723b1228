package io.github.rowmill.operate.access;

import static java.util.Comparator.comparing;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.github.rowmill.config.AccessConfig;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.RecentEntries;
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
 * Checks passwords and tokens against the configuration. The time of a check reveals neither how much of a secret
 * is right nor whether the user exists.
 */
@Singleton
public class Credentials {

    /**
     * Time for which a right password is accepted again without a hash. A hash takes a quarter of a second, and
     * programs send the password with every request.
     */
    private static final Duration REMEMBERED = Duration.ofMinutes(5);

    /** Longest wait for the password checks of other requests. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Longest password in bytes. Bcrypt reads no more, and longer passwords are wrong. */
    private static final int MAX_PASSWORD_BYTES = 72;

    private final AccessConfig config;
    private final Ticker ticker;
    private final PasswordChecks checks =
            new PasswordChecks(PATIENCE, Runtime.getRuntime().availableProcessors());
    private final Map<String, Long> right = Collections.synchronizedMap(new RecentEntries<>());

    @Inject
    Credentials(RowmillConfig config, Ticker ticker) {
        this(config.access(), ticker);
    }

    Credentials(AccessConfig config, Ticker ticker) {
        this.config = config;
        this.ticker = ticker;
    }

    /** Returns whether any users with passwords are configured. */
    public boolean hasUsers() {
        return !config.users().isEmpty();
    }

    /**
     * Returns the user if the same name and password were accepted from the same network within the last 5
     * minutes.
     */
    Optional<Caller> remembered(String name, String password, String address) {
        return Optional.ofNullable(config.users().get(name))
                .filter(user -> isRemembered(proof(user.password(), name, password, address)))
                .map(user -> Caller.of(name, List.of(user)));
    }

    /**
     * Returns the user with this name and password. If no user has the name, the password is checked against
     * another user's hash, which takes as long.
     *
     * @return empty if the name or the password is wrong
     * @throws LoginRefusedException if too many passwords are being checked already
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

    /**
     * Returns the user whose password check takes longest. Unknown names are checked against this user, so that
     * the time does not reveal which users exist.
     */
    private Optional<AccessConfig.User> anybody() {
        return config.users().values().stream().max(comparing(user -> cost(user.password())));
    }

    /** Returns the cost of a bcrypt hash: {@code 12} of {@code $2a$12$…}. */
    private static String cost(String hash) {
        return hash.split("\\$")[2];
    }

    /**
     * Returns the key under which a right password is remembered. The key includes the caller's network, so
     * guesses from other networks cannot profit from a remembered password.
     */
    private static String proof(String hash, String name, String password, String address) {
        return Sha256.hex(Network.of(address) + ":" + name + ":" + password + ":" + hash);
    }

    private boolean isRemembered(String proof) {
        Long since = right.get(proof);
        return since != null && ticker.since(since).compareTo(REMEMBERED) < 0;
    }

    /** Checks a password against a hash. A password that is too long takes as long to check as any other. */
    private static boolean isRight(String hash, String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        byte[] read = Arrays.copyOf(bytes, Math.min(bytes.length, MAX_PASSWORD_BYTES));
        boolean isRight = BCrypt.verifyer().verify(read, hash.getBytes(StandardCharsets.US_ASCII)).verified;
        return isRight && bytes.length <= MAX_PASSWORD_BYTES;
    }

    /** Returns the program with this token. Compares all configured tokens, whichever matches. */
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

    /**
     * Returns an HMAC of a message, keyed with the user's configured password hash. Only a node whose
     * configuration has the user's current password can make it.
     *
     * @return empty if no user has this name
     */
    Optional<byte[]> proof(String name, byte[] said) {
        return Optional.ofNullable(config.users().get(name)).map(user -> Hmac.of(user.password(), said));
    }

    /** Returns the user of this name if the proof matches the message. */
    Optional<Caller> proven(String name, byte[] said, byte[] proof) {
        return proof(name, said)
                .filter(known -> MessageDigest.isEqual(known, proof))
                .map(known -> Caller.of(name, List.of(config.users().get(name))));
    }

    /**
     * Returns a caller that the application's own security has authenticated, with the grants that the
     * configuration gives to these roles.
     */
    public Caller ofApplication(String name, Set<String> roles) {
        return Caller.of(
                name,
                roles.stream().map(config.roles()::get).filter(Objects::nonNull).toList());
    }
}
