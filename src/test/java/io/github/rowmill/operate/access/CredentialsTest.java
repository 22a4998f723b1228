package io.github.rowmill.operate.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.config.Permission;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.node.Ticker;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

    private static Set<Permission> permissions(Caller caller) {
        return Arrays.stream(Permission.values()).filter(caller::may).collect(Collectors.toSet());
    }

    @Test
    void aUserHasTheGrantedPermissionsAndQueues() {
        Caller caller = credentials().user("anna b", "view-secret", "10.0.0.1").orElseThrow();

        assertThat(caller.name()).isEqualTo("anna b");
        assertThat(caller.isKnown()).isTrue();
        assertThat(permissions(caller)).containsExactlyInAnyOrder(Permission.VIEW, Permission.OPERATE);
        assertThat(caller.queues(Permission.VIEW)).containsExactlyInAnyOrder("mail", "reports");
    }

    @ParameterizedTest
    @CsvSource({"anna b, View-secret", "anna b, ''", "Anna b, view-secret", "'', view-secret", "anna b, 'view-secret '"
    })
    void aWrongNameOrPasswordFindsNoUser(String name, String password) {
        assertThat(credentials().user(name, password, "10.0.0.1")).isEmpty();
    }

    @Test
    void aPasswordThatBcryptWouldCutIsWrong() {
        assertThat(credentials().user("anna b", "x".repeat(73), "10.0.0.1")).isEmpty();
        assertThat(credentials().user("anna b", "view-secret" + "\u0000".repeat(80), "10.0.0.1"))
                .isEmpty();
    }

    @Test
    void afterARightPasswordAWrongPasswordStillFails() {
        Credentials credentials = credentials();

        assertThat(credentials.user("anna b", "view-secret", "10.0.0.1")).isPresent();
        assertThat(credentials.user("anna b", "view-secret", "10.0.0.1")).isPresent();
        assertThat(credentials.user("anna b", "wrong", "10.0.0.1")).isEmpty();
    }

    @Test
    void rolesAddUpAndARoleForAllQueuesRemovesTheQueueLimit() {
        Caller desk = credentials().ofApplication("bert", Set.of("desk", "unknown"));
        Caller both = credentials().ofApplication("bert", Set.of("desk", "ops"));
        Caller none = credentials().ofApplication("bert", Set.of("unknown"));

        assertThat(permissions(desk)).containsExactlyInAnyOrder(Permission.VIEW, Permission.VIEW_PAYLOAD);
        assertThat(desk.queues(Permission.VIEW)).containsExactly("mail");
        assertThat(permissions(both)).containsExactlyInAnyOrder(Permission.values());
        assertThat(both.queues(Permission.VIEW)).isNull();
        assertThat(permissions(none)).isEmpty();
        assertThat(none.isKnown()).isTrue();
    }

    /** A caller with {@code view} everywhere and {@code admin} in one queue is not admin of the other queues. */
    @Test
    void aPermissionHoldsOnlyInTheQueuesOfItsGrant() {
        Caller caller = credentials(
                        "rowmill.access.roles.watch.permissions", "view",
                        "rowmill.access.roles.keeper.permissions", "admin",
                        "rowmill.access.roles.keeper.queues", "mail")
                .ofApplication("bert", Set.of("watch", "keeper"));

        assertThat(caller.may(Permission.VIEW, null, null)).isTrue();
        assertThat(caller.may(Permission.ADMIN, "mail", null)).isTrue();
        assertThat(caller.may(Permission.ADMIN, "secret", null)).isFalse();
        assertThat(caller.may(Permission.VIEW_PAYLOAD, "secret", null)).isFalse();
        assertThat(caller.queues(Permission.VIEW)).isNull();
        assertThat(caller.queues(Permission.ADMIN)).containsExactly("mail");
    }

    @Test
    void aPermissionNeedsTheQueueAndTheType() {
        Caller caller = credentials(
                        "rowmill.access.roles.letters.permissions", "operate",
                        "rowmill.access.roles.letters.queues", "mail",
                        "rowmill.access.roles.letters.types", "letter,card")
                .ofApplication("bert", Set.of("letters"));

        assertThat(caller.may(Permission.OPERATE, "mail", "letter")).isTrue();
        assertThat(caller.may(Permission.OPERATE, "mail", "invoice")).isFalse();
        assertThat(caller.may(Permission.OPERATE, "else", "letter")).isFalse();
        assertThat(caller.may(Permission.VIEW, "mail", null)).isFalse();
        assertThat(caller.queues(Permission.VIEW)).isEmpty();
    }

    @Test
    void aSessionProofIsInvalidAfterAPasswordChange() {
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
    void aPasswordIsRememberedOnlyForItsNetwork() {
        Credentials credentials = credentials();
        credentials.user("anna b", "view-secret", "10.0.0.1");

        assertThat(credentials.remembered("anna b", "view-secret", "10.0.0.1")).isPresent();
        assertThat(credentials.remembered("anna b", "view-secret", "10.0.0.2")).isEmpty();
        assertThat(credentials.remembered("anna b", "view-secre", "10.0.0.1")).isEmpty();
    }
}
