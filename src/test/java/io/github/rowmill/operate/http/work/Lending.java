package io.github.rowmill.operate.http.work;

import static io.restassured.RestAssured.given;

import io.github.rowmill.text.Sha256;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.restassured.http.ContentType;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * An application without a handler for {@code encode}. It lends these tasks to workers, such as {@code ada} and
 * {@code bob}.
 */
public class Lending implements QuarkusTestProfile {

    static final Duration LEASE = Duration.ofSeconds(30);
    static final String TYPE = "encode";
    static final String NAME_OF_ADA = "remote:token ada";

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new HashMap<>();
        worker(settings, "ada");
        worker(settings, "bob");
        worker(settings, "eve");
        worker(settings, "typed");
        settings.put("rowmill.access.tokens.typed.types", "encode,noop");
        settings.put("rowmill.access.tokens.typed.queues", "typed");
        settings.put("rowmill.access.tokens.viewer.permissions", "operate,view-payload");
        settings.put("rowmill.access.tokens.viewer.sha256", Sha256.hex(token("viewer")));
        settings.put("rowmill.access.tokens.chief.permissions", "admin");
        settings.put("rowmill.access.tokens.chief.sha256", Sha256.hex(token("chief")));
        settings.put("rowmill.lease", LEASE.toString());
        settings.put("rowmill.types.\"encode\".remote", "true");
        settings.put("rowmill.types.\"encode\".max-attempts", "2");
        settings.put("rowmill.types.\"encode\".backoff.first", "1h");
        settings.put("rowmill.types.\"encode\".queue", "media");
        settings.put("rowmill.payload.encryption.key", "a-key-of-a-test-that-is-long-enough-for-it");
        return settings;
    }

    private static void worker(Map<String, String> settings, String name) {
        settings.put("rowmill.access.tokens.%s.sha256".formatted(name), Sha256.hex(token(name)));
        settings.put("rowmill.access.tokens.%s.permissions".formatted(name), "work");
    }

    static String token(String name) {
        return name + "-token-that-nobody-guesses";
    }

    static ValidatableResponse post(String worker, String verb, String body) {
        return given().header("Authorization", "Bearer " + token(worker))
                .contentType(ContentType.JSON)
                .body(body)
                .post("/rowmill/api/work/" + verb)
                .then();
    }

    static JsonPath claim(String worker, String queue, String more) {
        return post(worker, "claim", "{\"types\": [\"encode\"], \"queues\": [\"%s\"]%s}".formatted(queue, more))
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    static JsonPath claim(String worker, String queue) {
        return claim(worker, queue, "");
    }

    static JsonPath renew(String worker, String lease) {
        return post(worker, "renew", "{\"leases\": [\"%s\"]}".formatted(lease))
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    /** @param end the outcome, and other fields of JSON */
    static JsonPath settle(String worker, String lease, String end) {
        return post(worker, "settle", "{\"verdicts\": [{\"lease\": \"%s\", \"outcome\": %s}]}".formatted(lease, end))
                .statusCode(200)
                .extract()
                .jsonPath();
    }
}
