package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An application with a user for each permission, a user with a single queue, and tokens. The password of a user is the
 * name and {@code -secret}.
 */
public class Guarded implements QuarkusTestProfile {

    public static final List<String> ROLES = List.of("anonymous", "view", "payload", "operate", "work", "admin");

    public static final String TOKEN = "ci-token";

    private static final Map<String, String> HASHES = Map.of(
            "view", "$2a$10$O7vUMQFpvk36I4xeyKyVdeF2tlAnb87MIeNr/.RYm8WGmDcs9rkh.",
            "payload", "$2a$10$IQYnEVruQ5SE6UY5noD.0./LDGFkiKYqfjwuoPHO2FT13rHuO/cLG",
            "operate", "$2a$10$wPvVuqs/9PMIOLv8NqHZCu1eP8EuMsuPHDyw253KDjGfIp5yWj2Lm",
            "work", "$2a$10$xkJuK5IIAz68dDeK0lcPvu26CRiORoEIG8kb.fbnmXcXT9Dk7bMXe",
            "admin", "$2a$10$AVLcAzMFAlf6MDRQCCfGRuvC4.4ZnycA5zlhA1gHr8I8cYAADzIjS",
            "mail", "$2a$10$bGrkokYBov33yAEzSAi8d.XL93oJXCh9Wc3FeBXyroQWSE9yHgLWy");

    private static final Map<String, String> PERMISSIONS = Map.of(
            "view",
            "view",
            "payload",
            "view-payload",
            "operate",
            "operate",
            "work",
            "work",
            "admin",
            "admin",
            "mail",
            "operate");

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
        program(settings, "mail-payload", "59518b41a2d55d6497bacda795f832842f27e3606323cdc1d4e9d403ed42c1cd");
        settings.put("rowmill.access.tokens.mail-payload.permissions", "operate,view-payload");
        program(settings, "mail-admin", "13a2b65e41b408576385aecd12ad1263a98edd5fae0d705de50dfc97802d3c39");
        settings.put("rowmill.access.tokens.mail-admin.permissions", "admin");
        program(settings, "typed", "488155703d52768a516afb2b5e752f21a3df3641807a76042468cc5d9e18819f");
        settings.put("rowmill.access.tokens.typed.permissions", "operate,view-payload");
        settings.put("rowmill.access.tokens.typed.types", "noop");
        return settings;
    }

    private static void program(Map<String, String> settings, String name, String digest) {
        settings.put("rowmill.access.tokens.%s.sha256".formatted(name), digest);
        settings.put("rowmill.access.tokens.%s.queues".formatted(name), "mail");
    }

    /**
     * Returns a request of a program that has permissions in the queue {@code mail} only: {@code mail-payload},
     * {@code mail-admin} or {@code typed}.
     */
    public static RequestSpecification by(String program) {
        return given().header("Authorization", "Bearer " + program + "-token");
    }

    /** Returns a request of a user, without credentials if the user is {@code anonymous}. */
    public static RequestSpecification as(String user) {
        return user.equals("anonymous") ? given() : given().auth().preemptive().basic(user, user + "-secret");
    }

    /** Enqueues a task that is due in 30 days, with a payload that not every user may see. */
    public static long waiting(TaskQueue tasks, String queue) {
        return tasks.enqueue(NewTask.of("noop", Map.of("secret", "of the payload"))
                        .queue(queue)
                        .delay(Duration.ofDays(30)))
                .id();
    }
}
