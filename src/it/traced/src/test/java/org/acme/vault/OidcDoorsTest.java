package org.acme.vault;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** Tests the API and the dashboard with users of an OpenID Connect provider. Only one role has access. */
@QuarkusTest
@QuarkusTestResource(Database.class)
@QuarkusTestResource(value = Provider.class, restrictToAnnotatedClass = true)
@TestProfile(OidcDoorsTest.Oidc.class)
class OidcDoorsTest {

    private static final String PAGE = "/api/rowmill/tasks";
    private static final String API = "/api/rowmill/api/tasks";

    public static class Oidc implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "quarkus.http.auth.basic", "false",
                    "quarkus.oidc.enabled", "true",
                    "quarkus.oidc.application-type", "web-app",
                    "quarkus.oidc.client-id", Provider.CLIENT,
                    "quarkus.oidc.credentials.secret", "a secret of more than 32 characters");
        }
    }

    @TestHTTPResource(PAGE)
    URI page;

    @ConfigProperty(name = "quarkus.oidc.auth-server-url")
    String provider;

    private final HttpClient browser = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    @Test
    void aBrowserIsSentToTheProvider() {
        given().redirects()
                .follow(false)
                .get(PAGE)
                .then()
                .statusCode(302)
                .header("Location", allOf(startsWith(provider + "/sign-in?"), containsString("client_id=vault")));
    }

    @Test
    void aSignedInCallerWithTheRoleSeesThePage() throws IOException, InterruptedException {
        HttpResponse<String> answer = signIn("anna");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("anna", "<html");
    }

    @Test
    void aSignedInCallerWithAnotherRoleGets403() throws IOException, InterruptedException {
        HttpResponse<String> answer = signIn("bob");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("You may not do this");
    }

    @Test
    void aProgramWithoutCredentialsGetsABearerChallenge() {
        given().redirects()
                .follow(false)
                .get(API)
                .then()
                .statusCode(401)
                .header("WWW-Authenticate", startsWith("Bearer"))
                .contentType("application/problem+json");
    }

    @Test
    void aWriteWithoutCredentialsGets401() {
        given().redirects()
                .follow(false)
                .formParam("name", "x")
                .post("/api/rowmill/queues/pause")
                .then()
                .statusCode(401);
    }

    /** Opens the page, signs in at the provider, and follows the redirects back. */
    private HttpResponse<String> signIn(String person) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(page);
        URI next = URI.create(location(answer) + "&person=" + person);
        for (int redirects = 0; redirects < 5; redirects++) {
            answer = get(next);
            if (answer.statusCode() != 302) {
                break;
            }
            next = next.resolve(location(answer));
        }
        return answer;
    }

    private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return browser.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElseThrow();
    }
}
