package io.github.rowmill.operate.access;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.operate.http.Guarded;
import io.github.rowmill.text.Sha256;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that a database role that writes to the table of sessions, such as a worker's, cannot forge a session. */
@QuarkusTest
@TestProfile(Guarded.class)
class SessionForgeryTest {

    private static final String MINE = "a token of my own";

    @Inject
    Rows rows;

    private String token;

    @BeforeEach
    void signInAsAdmin() {
        rows.execute("delete from rowmill_session");
        token = given().redirects()
                .follow(false)
                .formParam("name", "admin")
                .formParam("password", "admin-secret")
                .post("/rowmill/login")
                .getCookie("rowmill-session");
        assertThat(status(token)).as("the session itself").isEqualTo(200);
    }

    private static int status(String token) {
        return given().cookie("rowmill-session", token).get(Api.TASKS).statusCode();
    }

    private static String digest(String token) {
        return "'\\x%s'".formatted(HexFormat.of().formatHex(Sha256.of(token)));
    }

    @Test
    void aSessionCopiedToAnotherTokenIsInvalid() {
        rows.execute("insert into rowmill_session select %s, name, password, expires from rowmill_session"
                .formatted(digest(MINE)));

        assertThat(status(MINE)).isEqualTo(401);
    }

    @Test
    void aSessionWithAChangedNameIsInvalid() {
        rows.execute("update rowmill_session set name = 'operate'");

        assertThat(status(token)).isEqualTo(401);
    }

    @Test
    void aSessionWithAChangedExpiryIsInvalid() {
        rows.execute("update rowmill_session set expires = expires + interval '1 min'");

        assertThat(status(token)).isEqualTo(401);
    }
}
