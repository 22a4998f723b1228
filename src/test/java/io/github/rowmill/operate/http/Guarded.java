package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;

import io.quarkus.test.junit.QuarkusTestProfile;
import io.restassured.specification.RequestSpecification;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An application with a user for each permission, one with a single queue, and a token; a user's password is the name and {@code -secret}. */
public class Guarded implements QuarkusTestProfile {

    public static final List<String> ROLES = List.of("anonymous", "view", "payload", "operate", "admin");

    static final String TOKEN = "ci-token";

    private static final Map<String, String> HASHES = Map.of(
            "view", "$2a$10$O7vUMQFpvk36I4xeyKyVdeF2tlAnb87MIeNr/.RYm8WGmDcs9rkh.",
            "payload", "$2a$10$IQYnEVruQ5SE6UY5noD.0./LDGFkiKYqfjwuoPHO2FT13rHuO/cLG",
            "operate", "$2a$10$wPvVuqs/9PMIOLv8NqHZCu1eP8EuMsuPHDyw253KDjGfIp5yWj2Lm",
            "admin", "$2a$10$AVLcAzMFAlf6MDRQCCfGRuvC4.4ZnycA5zlhA1gHr8I8cYAADzIjS",
            "mail", "$2a$10$bGrkokYBov33yAEzSAi8d.XL93oJXCh9Wc3FeBXyroQWSE9yHgLWy");

    private static final Map<String, String> PERMISSIONS = Map.of(
            "view", "view", "payload", "view-payload", "operate", "operate", "admin", "admin", "mail", "operate");

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new LinkedHashMap<>();
        HASHES.forEach((name, hash) -> {
            settings.put("rowmill.access.users.%s.password".formatted(name), hash);
            settings.put("rowmill.access.users.%s.permissions".formatted(name), PERMISSIONS.get(name));
        });
        settings.put("rowmill.access.users.mail.queues", "mail");
        settings.put(
                "rowmill.access.tokens.ci.sha256", "948b8c2427cd29047839b8e4a27a08763f8befbafa86be5cce8e46217d75e58a");
        settings.put("rowmill.access.tokens.ci.permissions", "operate");
        return settings;
    }

    /** A request of a user; of nobody, if that is {@code anonymous}. */
    public static RequestSpecification as(String user) {
        return user.equals("anonymous") ? given() : given().auth().preemptive().basic(user, user + "-secret");
    }
}
