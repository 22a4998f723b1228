package org.acme.vault;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalToIgnoringCase;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the API and the dashboard in an application that denies endpoints without an annotation. */
@QuarkusTest
@QuarkusTestResource(Database.class)
class DoorsTest {

    private static final String PAGE = "/api/rowmill/";
    private static final String API = "/api/rowmill/api/tasks";

    private static RequestSpecification as(String name) {
        return given().auth().preemptive().basic(name, name);
    }

    @ParameterizedTest
    @ValueSource(strings = {PAGE, PAGE + "tasks", PAGE + "queues", PAGE + "zone", PAGE + "assets/rowmill.css", API})
    void aCallerWithTheRoleIsAdmitted(String path) {
        as("anna").get(path).then().statusCode(200);
    }

    @Test
    void aCallerWithAnotherRoleGets403() {
        as("bob").get(PAGE).then().statusCode(403).contentType("text/html").body(containsString("You may not do this"));
        as("bob").get(API).then().statusCode(403).contentType("application/problem+json");
    }

    @Test
    void aBrowserWithoutCredentialsGetsABasicChallenge() {
        given().get(PAGE)
                .then()
                .statusCode(401)
                .header("WWW-Authenticate", equalToIgnoringCase("basic realm=\"vault\""))
                .contentType("text/html")
                .body(containsString("Rowmill"));
    }

    @Test
    void aWriteWithoutCredentialsGets401() {
        given().formParam("name", "x").post(PAGE + "queues/pause").then().statusCode(401);
    }

    @Test
    void aProgramWithoutCredentialsGetsABearerChallenge() {
        given().get(API)
                .then()
                .statusCode(401)
                .header("WWW-Authenticate", startsWith("Bearer"))
                .contentType("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {PAGE, API})
    void aWrongPasswordGets401(String path) {
        given().auth().preemptive().basic("anna", "bob").get(path).then().statusCode(401);
    }

    @Test
    void anUnknownPathGets404() {
        as("anna").get(PAGE + "nothing").then().statusCode(404).body(not(containsString("wrong")));
    }
}
