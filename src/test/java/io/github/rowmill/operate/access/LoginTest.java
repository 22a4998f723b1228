package io.github.rowmill.operate.access;

import static io.github.rowmill.operate.http.Guarded.as;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the sign-in of the dashboard, and requests that pages of other sites send. */
@QuarkusTest
@TestProfile(Guarded.class)
class LoginTest {

    @Inject
    TaskQueue queue;

    @Inject
    DataSource database;

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site, cross-site",
        "Sec-Fetch-Site, same-site",
        "Origin, https://evil.example",
        "Origin, null"
    })
    void aPageOfAnotherSiteChangesNothing(String header, String value) {
        long id = Guarded.waiting(queue, Api.fresh("foreign"));

        as("admin")
                .header(header, value)
                .post(Api.TASKS + "/" + id + "/cancel")
                .then()
                .statusCode(403)
                .body("type", is("urn:rowmill:foreign-origin"));
        given().header(header, value)
                .formParam("name", "view")
                .formParam("password", "view-secret")
                .post("/rowmill/login")
                .then()
                .statusCode(403)
                .header("Set-Cookie", nullValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"same-origin", "none"})
    void aSameOriginOrDirectWriteIsAccepted(String site) {
        long id = Guarded.waiting(queue, Api.fresh("own"));

        as("operate")
                .header("Sec-Fetch-Site", site)
                .header("Origin", "https://behind.a.proxy.example")
                .post(Api.TASKS + "/" + id + "/cancel")
                .then()
                .statusCode(200);
    }

    @Test
    void aUserSignsInAndOutOnTheDashboard() {
        given().redirects()
                .follow(false)
                .get("/rowmill/")
                .then()
                .statusCode(303)
                .header("Location", is("./login"));
        given().get("/rowmill/login")
                .then()
                .statusCode(200)
                .body(containsString("<form class=\"form\" method=\"post\" action=\"login\""));

        Response signedIn = given().redirects()
                .follow(false)
                .formParam("name", "view")
                .formParam("password", "view-secret")
                .post("/rowmill/login");
        signedIn.then()
                .statusCode(303)
                .header("Set-Cookie", containsString("HttpOnly"))
                .header("Set-Cookie", containsString("SameSite=Lax"))
                .header("Set-Cookie", not(containsString("Path=")));
        String session = signedIn.getCookie("rowmill-session");

        given().cookie("rowmill-session", session)
                .get("/rowmill")
                .then()
                .statusCode(200)
                .body(containsString("Sign out"));
        given().cookie("rowmill-session", session).get(Api.TASKS).then().statusCode(200);
        given().cookie("rowmill-session", session)
                .redirects()
                .follow(false)
                .post("/rowmill/logout")
                .then()
                .statusCode(303);
        given().cookie("rowmill-session", session).get(Api.TASKS).then().statusCode(401);
    }

    @Test
    void aSessionThatCannotBeReadGets503AndNot401() throws SQLException {
        try (Connection gate = database.getConnection()) {
            gate.setAutoCommit(false);
            gate.createStatement().execute("lock table rowmill_session in access exclusive mode");

            given().cookie("rowmill-session", "w".repeat(43))
                    .get(Api.TASKS)
                    .then()
                    .statusCode(503)
                    .header("Retry-After", is("2"))
                    .body("type", is("urn:rowmill:unavailable"));
        }
    }

    @Test
    void aWrongPasswordGetsAMessageAndNoCookie() {
        given().formParam("name", "<b>view")
                .formParam("password", "wrong")
                .post("/rowmill/login")
                .then()
                .statusCode(401)
                .header("Set-Cookie", nullValue())
                .header("Content-Security-Policy", containsString("default-src 'none'"))
                .body(containsString("the name or the password is wrong"))
                .body(containsString("&lt;b&gt;view"));
    }

    @Test
    void aCallerOfOneQueueGetsAReasonOnThePageOfNodes() {
        as("mail")
                .get("/rowmill/nodes")
                .then()
                .statusCode(403)
                .body(
                        containsString(
                                "This request concerns all queues, and the caller &#39;mail&#39; may use only [mail]; name one of them"))
                .body(containsString("href=\"./tasks\""));
    }
}
