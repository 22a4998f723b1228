package io.github.rowmill.operate.http.caller;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import jakarta.inject.Inject;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests writes of browsers that send no {@code Sec-Fetch-Site}, over each version of HTTP. */
@QuarkusTest
class OriginTest {

    @TestHTTPResource("/rowmill/api/queues/origins/resume")
    URI verb;

    @Inject
    Vertx vertx;

    @ParameterizedTest
    @CsvSource({
        "HTTP_2,   null,                  403",
        "HTTP_2,   '',                    403",
        "HTTP_2,   https://evil.example,  403",
        "HTTP_2,   http://localhost,      403",
        "HTTP_2,   mailto:a@b.example,    403",
        "HTTP_2,   %%%,                   403",
        "HTTP_2,   own,                   200",
        "HTTP_1_1, null,                  403",
        "HTTP_1_1, '',                    403",
        "HTTP_1_1, https://evil.example,  403",
        "HTTP_1_1, own,                   200"
    })
    void aWriteFromAnotherOriginIsRefused(HttpVersion version, String origin, int status) {
        HttpClient client = vertx.createHttpClient(
                new HttpClientOptions().setProtocolVersion(version).setHttp2ClearTextUpgrade(false));
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(verb.toString())
                .putHeader("Origin", origin.equals("own") ? "http://" + verb.getAuthority() : origin);

        int answered = client.request(request)
                .compose(sent -> sent.send())
                .map(answer -> answer.statusCode())
                .onComplete(done -> client.close())
                .toCompletionStage()
                .toCompletableFuture()
                .join();

        assertThat(answered).isEqualTo(status);
    }

    @Test
    void theRefusalOfAnOriginNamesTheSettingForProxies() {
        given().header("Origin", "http://shop.example")
                .post(verb)
                .then()
                .statusCode(403)
                .body("type", is("urn:rowmill:foreign-origin"))
                .body("detail", containsString("its origin is 'http://shop.example'"))
                .body("detail", containsString("quarkus.http.proxy.enable-forwarded-host"));
    }
}
