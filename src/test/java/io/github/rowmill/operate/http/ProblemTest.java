package io.github.rowmill.operate.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.emptyOrNullString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class ProblemTest {

    @Inject
    Problems problems;

    private static void isProblem(ValidatableResponse answer, int status, String path) {
        answer.statusCode(status)
                .contentType("application/problem+json")
                .body("type", notNullValue())
                .body("title", notNullValue())
                .body("status", is(status))
                .body("detail", notNullValue())
                .body("instance", is(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/rowmill/api",
                "/rowmill/api/",
                "/rowmill/api/nothing",
                "/rowmill/api/tasks/x",
                "/rowmill/api/tasks/1/x/y",
                "/rowmill/api/tasks/99999999999999999999"
            })
    void anUnknownPathGetsAProblem(String path) {
        isProblem(given().get(path).then(), 404, path);
    }

    @Test
    void anUnsupportedMethodGetsAProblem() {
        isProblem(given().delete(Api.TASKS).then(), 405, Api.TASKS);
        isProblem(given().get(Api.TASKS + "/1/cancel").then(), 405, Api.TASKS + "/1/cancel");
    }

    @Test
    void anUnsupportedMediaTypeGetsAProblem() {
        isProblem(given().accept("image/png").get(Api.TASKS).then(), 406, Api.TASKS);
        isProblem(
                given().contentType(ContentType.TEXT).body("x").post(Api.TASKS).then(), 415, Api.TASKS);
    }

    @Test
    void aServerErrorShowsOnlyAnId() {
        String first =
                problems.answer(new IllegalStateException("a secret"), "/x").readEntity(String.class);
        String second =
                problems.answer(new IllegalStateException("a secret"), "/x").readEntity(String.class);

        assertThat(first).contains("\"status\":500", "urn:uuid:").doesNotContain("secret", "Exception", "java");
        assertThat(second).isNotEqualTo(first);
    }

    @Test
    void errorsOfTheApplicationStayAsTheyAre() {
        given().get("/foreign/missing").then().statusCode(404).body(emptyOrNullString());
        given().get("/foreign/task").then().statusCode(410).body(is("gone"));
        given().get("/foreign/broken").then().statusCode(500).contentType(not(containsString("problem")));
        given().get("/foreign").then().statusCode(405).body(emptyOrNullString());
        given().get("/nothing").then().statusCode(404).contentType(not(containsString("problem")));
        given().contentType(ContentType.TEXT)
                .body("x")
                .post("/foreign")
                .then()
                .statusCode(415)
                .body(emptyOrNullString());
    }

    @Test
    void theApplicationsMappersDoNotChangeTheApi() {
        isProblem(given().get(Api.TASKS + "/0").then(), 404, Api.TASKS + "/0");
    }
}
