package io.github.rowmill.config;

import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who may use the REST API and the page. */
public interface AccessConfig {

    /** Whether whoever reaches the port may do everything; by default only in dev and test mode, as long as nobody is named. */
    Optional<@WithConverter(StrictBoolean.class) Boolean> openToEveryone();

    /** The hosts, without a port, by which a node that is open to everyone may be addressed, beside loopback ones. */
    Optional<Set<@NotEmpty String>> hosts();

    /** Who signs in with a name and a password, by name. */
    Map<String, @Valid User> users();

    /** Programs that send a token ({@code Authorization: Bearer}), by a name that the log tells. */
    Map<String, @Valid Token> tokens();

    /** Roles that the application's own security gives its users, by name. */
    Map<String, @Valid Grant> roles();

    /** How long somebody who signed in at the page stays so. */
    @WithDefault("12h")
    @Within(min = "1m", max = "30d")
    @WithConverter(StrictDuration.class)
    Duration session();

    /** What somebody may do. */
    interface Grant {

        /** The permissions; each brings the lesser ones. */
        @NotEmpty
        Set<Permission> permissions();

        /** The only queues that they hold for; all by default. */
        Optional<Set<String>> queues();

        /** The only types that they hold for, in those queues; all by default. What is about a queue as a whole, as its rules and figures, needs all. */
        Optional<Set<String>> types();
    }

    /** A user. */
    interface User extends Grant {

        /** The bcrypt hash of the password, of a cost of 10 to 16, as {@code htpasswd -nBC 12} makes it. */
        @Pattern(
                regexp = "\\$2[aby]\\$1[0-6]\\$[./0-9A-Za-z]{53}",
                message = "must be a bcrypt hash of a cost of 10 to 16, as htpasswd -nBC 12 makes it")
        String password();
    }

    /** A program. */
    interface Token extends Grant {

        /** The SHA-256 digest of the token, in hexadecimal digits. The token itself must be random, and as long as that. */
        @Pattern(regexp = "[0-9a-fA-F]{64}", message = "must be 64 hexadecimal digits, as sha256sum makes them")
        String sha256();
    }
}
