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

/** Access to the REST API and the page. */
public interface AccessConfig {

    /**
     * Allows everyone who reaches the port to do everything. The default is true only in dev and test mode, and
     * only if no user, token or role is configured.
     */
    Optional<@WithConverter(StrictBoolean.class) Boolean> openToEveryone();

    /**
     * Host names, without a port, at which a node that is open to everyone may be addressed, besides loopback
     * ones.
     */
    Optional<Set<@NotEmpty String>> hosts();

    /** Users that sign in with a name and a password, by name. */
    Map<String, @Valid User> users();

    /** Programs that send a token ({@code Authorization: Bearer}), by the name that is written to the log. */
    Map<String, @Valid Token> tokens();

    /** Roles that the application's own security gives its users, by name. */
    Map<String, @Valid Grant> roles();

    /** Maximum time that a user stays signed in at the page. */
    @WithDefault("12h")
    @Within(min = "1m", max = "30d")
    @WithConverter(StrictDuration.class)
    Duration session();

    /** Permissions of a user, a program or a role. */
    interface Grant {

        /** The permissions. Each includes the lower ones. */
        @NotEmpty
        Set<Permission> permissions();

        /** The queues that the permissions are limited to; the default is all. */
        Optional<Set<String>> queues();

        /**
         * The types that the permissions are limited to, in those queues; the default is all. Access to a queue as
         * a whole, such as its rules and figures, needs all types.
         */
        Optional<Set<String>> types();
    }

    /** A user. */
    interface User extends Grant {

        /** Bcrypt hash of the password, with a cost of 10 to 16, such as {@code htpasswd -nBC 12} makes. */
        @Pattern(
                regexp = "\\$2[aby]\\$1[0-6]\\$[./0-9A-Za-z]{53}",
                message = "must be a bcrypt hash with a cost of 10 to 16; create one by htpasswd -nBC 12")
        String password();
    }

    /** A program. */
    interface Token extends Grant {

        /**
         * SHA-256 digest of the token, in hexadecimal digits. The token must be random and at least as long as the
         * digest.
         */
        @Pattern(regexp = "[0-9a-fA-F]{64}", message = "must be 64 hexadecimal digits, such as from sha256sum")
        String sha256();
    }
}
