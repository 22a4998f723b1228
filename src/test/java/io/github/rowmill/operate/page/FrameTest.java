package io.github.rowmill.operate.page;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class FrameTest {

    private static final Pattern LINK = Pattern.compile("(?:href|src|action)=\"([^\"]*)\"");

    @ParameterizedTest
    @ValueSource(
            strings = {"/rowmill/", "/rowmill/tasks", "/rowmill/zone", "/rowmill/login", "/rowmill/tasks?q=nonsense"})
    void aPageHasStrictSecurityHeadersAndNoInlineCode(String path) {
        Response page = given().get(path);

        page.then()
                .contentType("text/html;charset=UTF-8")
                .header(
                        "Content-Security-Policy",
                        is(
                                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"))
                .header("X-Content-Type-Options", is("nosniff"))
                .header("Referrer-Policy", is("no-referrer"))
                .header("Cache-Control", is("no-store"));
        Html.assertHarmless(page.asString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/rowmill/", "/rowmill/tasks", "/rowmill/zone", "/rowmill/nothing/at/all"})
    void everyLinkIsRelativeToItsPage(String path) {
        assertThat(LINK.matcher(given().get(path).asString()).results().map(link -> link.group(1)))
                .isNotEmpty()
                .allMatch(link -> link.startsWith("./") || link.startsWith("../") || link.startsWith("#"));
    }

    @Test
    void theDashboardWithoutASlashRedirectsToItsFolder() {
        given().redirects().follow(false).get("/rowmill").then().statusCode(302).header("Location", is("rowmill/"));
        given().get("/rowmill").then().statusCode(200).body(containsString("<main"));
    }

    @Test
    void anAssetWithItsDigestIsCachedForEver() {
        String page = given().get("/rowmill/").asString();
        String style = page.replaceAll("(?s).*href=\"\\./(assets/rowmill.css\\?[0-9a-f]{8})\".*", "$1");

        given().get("/rowmill/" + style)
                .then()
                .statusCode(200)
                .contentType(containsString("text/css"))
                .header("Cache-Control", is("public, max-age=31536000, immutable"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"?0a1b2c3d", ""})
    void anAssetWithoutItsDigestIsNotCachedForEver(String digest) {
        given().get("/rowmill/").then().statusCode(200);

        given().get("/rowmill/assets/rowmill.css" + digest)
                .then()
                .statusCode(200)
                .header("Cache-Control", is("no-cache"));
    }

    @Test
    void anUnknownPathGetsAPageWith404() {
        given().get("/rowmill/nothing/here")
                .then()
                .statusCode(404)
                .contentType("text/html;charset=UTF-8")
                .body(containsString("There is nothing here"))
                .body(containsString("href=\"../assets/"));
    }

    @Test
    void anUnsupportedMethodOrPathGetsAnErrorPage() {
        given().put("/rowmill/tasks").then().statusCode(405).contentType("text/html;charset=UTF-8");
        given().get("/rowmill/tasks/7/nothing").then().statusCode(404).contentType("text/html;charset=UTF-8");
    }

    @Test
    void theOverviewShowsTheApplicationAndItsProfile() {
        given().get("/rowmill/").then().body(containsString("<span>rowmill</span> <span>test</span></span>"));
    }

    @Test
    void thePageShowsThePermissionsOfItsReader() {
        given().get("/rowmill/")
                .then()
                .body(containsString("<span class=\"who\" title=\"everyone\">everyone</span>"))
                .body(containsString("Open to everyone who reaches the port"))
                .body(containsString("May view, view-payload, operate, work, admin."));
    }

    @ParameterizedTest
    @CsvSource({"dark, data-theme=\"dark\"", "light, data-theme=\"light\""})
    void thePageHasTheThemeOfTheCookie(String theme, String attribute) {
        given().cookie("rowmill-theme", theme).get("/rowmill/").then().body(containsString(attribute));
    }

    @Test
    void anInvalidThemeIsIgnored() {
        given().cookie("rowmill-theme", "\"><script>")
                .get("/rowmill/")
                .then()
                .body(not(containsString("data-theme")))
                .body(not(containsString("\"><script>")));
    }

    @Test
    void theZoneIsChosenOnceAndKept() {
        Response chosen = given().redirects()
                .follow(false)
                .formParam("zone", "Asia/Kolkata")
                .post("/rowmill/zone");

        chosen.then().statusCode(303).header("Location", is("./?done=zone"));
        given().cookie("rowmill-zone", chosen.getCookie("rowmill-zone"))
                .get("/rowmill/tasks")
                .then()
                .body(containsString("Times are Asia/Kolkata"));
    }

    @Test
    void anInvalidZoneMeansUtc() {
        given().redirects()
                .follow(false)
                .formParam("zone", "Mars/Olympus; Path=/")
                .post("/rowmill/zone")
                .then()
                .statusCode(303)
                .header("Set-Cookie", containsString("rowmill-zone=Z;"));
        given().cookie("rowmill-zone", "nowhere").get("/rowmill/").then().body(containsString("Times are UTC"));
    }

    @Test
    void aDoneParameterShowsOnlyKnownMessages() {
        given().get("/rowmill/tasks?done=retry.3.1")
                .then()
                .body(containsString("3 tasks queued again; 1 could not be changed."));
        given().get("/rowmill/tasks?done=%3Cb%3Eall%20is%20lost").then().body(not(containsString("class=\"done")));
    }

    @Test
    void aWriteOfAnotherSiteIsRefused() {
        given().header("Sec-Fetch-Site", "cross-site")
                .formParam("zone", "Asia/Kolkata")
                .post("/rowmill/zone")
                .then()
                .statusCode(403)
                .contentType("text/html;charset=UTF-8")
                .body(containsString("A page of another site has sent this"));
    }

    /** The browser counts the folders of a path before it decodes the path. */
    @Test
    void anEncodedSlashIsNoFolder() {
        assertThat(given().urlEncodingEnabled(false)
                        .get("/rowmill/failures/a%2Fb%2Fc")
                        .asString())
                .contains("href=\"../assets/")
                .doesNotContain("../../");
    }
}
