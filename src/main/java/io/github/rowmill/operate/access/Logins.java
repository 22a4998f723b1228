package io.github.rowmill.operate.access;

import io.github.rowmill.node.LogQuota;
import io.github.rowmill.node.Ticker;
import io.github.rowmill.text.Printable;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Authenticates callers by password or token. Callers have to wait after wrong passwords. */
@Singleton
public class Logins {

    private static final Logger LOG = Logger.getLogger("io.github.rowmill.access");

    private final Credentials credentials;
    private final FailedLogins failures;
    private final LogQuota quota;

    Logins(Credentials credentials, FailedLogins failures, Ticker ticker) {
        this.credentials = credentials;
        this.failures = failures;
        this.quota = new LogQuota(ticker);
    }

    /** @throws LoginRefusedException if the name or the password is wrong, or was wrong too often */
    public Caller user(String name, String password, String address) {
        failures.waitHere(name, address).ifPresent(Logins::refuse);
        Optional<Caller> remembered = credentials.remembered(name, password, address);
        if (remembered.isPresent()) {
            return remembered.get();
        }
        failures.wait(name, address).ifPresent(Logins::refuse);
        Caller user = credentials.user(name, password, address).orElseThrow(() -> {
            failures.failed(name, address);
            return refused("the name or the password is wrong", name, address);
        });
        failures.succeeded(name, address);
        return user;
    }

    private static void refuse(Duration wait) {
        throw new LoginRefusedException(
                "too many logins with a wrong password for this name; wait for %s seconds"
                        .formatted(wait.toSeconds() + 1),
                true);
    }

    /** @throws LoginRefusedException if no program has this token */
    public Caller token(String token, String address) {
        return credentials.token(token).orElseThrow(() -> refused("the token is unknown", "token", address));
    }

    private LoginRefusedException refused(String why, String name, String address) {
        quota.write(
                "login",
                () -> LOG.warnf("a login was refused: name=%s address=%s", Printable.of(name), Printable.of(address)),
                left -> LOG.warnf("%s more lines were not logged: kind=login", left));
        return new LoginRefusedException(why, false);
    }
}
