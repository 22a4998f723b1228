package io.github.rowmill.operate.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.config.Permission;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.node.Ticker;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialsTest {

    private static final String HASH = "$2a$10$O7vUMQFpvk36I4xeyKyVdeF2tlAnb87MIeNr/.RYm8WGmDcs9rkh.";

    private static Credentials credentials(String... settings) {
        Map<String, String> all = new HashMap<>(Map.of(
                "rowmill.access.users.\"anna b\".password", HASH,
                "rowmill.access.users.\"anna b\".permissions", "view,operate",
                "rowmill.access.users.\"anna b\".queues", "mail,reports",
                "rowmill.access.roles.ops.permissions", "admin",
                "rowmill.access.roles.desk.permissions", "view-payload",
                "rowmill.access.roles.desk.queues", "mail"));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return new Credentials(TestConfig.of(all).access(), new Ticker());
    }

    @Test
    void aUserHasWhatWasGranted() {
        Caller caller = credentials().user("anna b", "view-secret", "10.0.0.1").orElseThrow();

        assertThat(caller.name()).isEqualTo("anna b");
        assertThat(caller.isKnown()).isTrue();
        assertThat(caller.permissions()).containsExactlyInAnyOrder(Permission.VIEW, Permission.OPERATE);
        assertThat(caller.queues()).containsExactlyInAnyOrder("mail", "reports");
    }

    @ParameterizedTest
    @CsvSource({"anna b, View-secret", "anna b, ''", "Anna b, view-secret", "'', view-secret", "anna b, 'view-secret '"
    })
    void nobodyElseIsLetIn(String name, String password) {
        assertThat(credentials().user(name, password, "10.0.0.1")).isEmpty();
    }

    @Test
    void aPasswordThatBcryptWouldCutIsWrong() {
        assertThat(credentials().user("anna b", "x".repeat(73), "10.0.0.1")).isEmpty();
        assertThat(credentials().user("anna b", "view-secret" + "\u0000".repeat(80), "10.0.0.1"))
                .isEmpty();
    }

    @Test
    void aRightPasswordIsRememberedAndAWrongOneIsNotRight() {
        Credentials credentials = credentials();

        assertThat(credentials.user("anna b", "view-secret", "10.0.0.1")).isPresent();
        assertThat(credentials.user("anna b", "view-secret", "10.0.0.1")).isPresent();
        assertThat(credentials.user("anna b", "wrong", "10.0.0.1")).isEmpty();
    }

    @Test
    void rolesOfTheApplicationAddUpAndOneWithAllQueuesLiftsTheLimit() {
        Caller desk = credentials().ofApplication("bert", Set.of("desk", "unknown"));
        Caller both = credentials().ofApplication("bert", Set.of("desk", "ops"));
        Caller none = credentials().ofApplication("bert", Set.of("unknown"));

        assertThat(desk.permissions()).containsExactlyInAnyOrder(Permission.VIEW, Permission.VIEW_PAYLOAD);
        assertThat(desk.queues()).containsExactly("mail");
        assertThat(both.permissions()).containsExactlyInAnyOrder(Permission.values());
        assertThat(both.queues()).isNull();
        assertThat(none.permissions()).isEmpty();
        assertThat(none.isKnown()).isTrue();
    }

    @Test
    void aSessionEndsWithThePasswordItWasOpenedBy() {
        Credentials before = credentials();
        Credentials after = credentials(
                "rowmill.access.users.\"anna b\".password",
                "$2a$10$IQYnEVruQ5SE6UY5noD.0./LDGFkiKYqfjwuoPHO2FT13rHuO/cLG");
        byte[] said = {1};
        byte[] proof = before.proof("anna b", said).orElseThrow();

        assertThat(before.proven("anna b", said, proof)).isPresent();
        assertThat(before.proven("anna b", new byte[] {2}, proof)).isEmpty();
        assertThat(after.proven("anna b", said, proof)).isEmpty();
        assertThat(before.proven("nobody", said, proof)).isEmpty();
    }

    @Test
    void whatIsRememberedIsOfTheNetworkThatItCameFrom() {
        Credentials credentials = credentials();
        credentials.user("anna b", "view-secret", "10.0.0.1");

        assertThat(credentials.remembered("anna b", "view-secret", "10.0.0.1")).isPresent();
        assertThat(credentials.remembered("anna b", "view-secret", "10.0.0.2")).isEmpty();
        assertThat(credentials.remembered("anna b", "view-secre", "10.0.0.1")).isEmpty();
    }
}
