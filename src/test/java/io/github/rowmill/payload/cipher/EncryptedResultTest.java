package io.github.rowmill.payload.cipher;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.api.EncryptedPayloadException;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that the database has results only in encrypted form if there is a key. */
@QuarkusTest
@TestProfile(Encrypting.class)
class EncryptedResultTest {

    record Receipt(String number) {}

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    private long id;

    @BeforeEach
    void complete() {
        rows.clear();
        id = queue.enqueue(NewTask.of("probe", probes.behave(task -> new Receipt("r-secret"))))
                .id();
        mill.drain();
    }

    @Test
    void aResultIsEncryptedInItsRow() {
        assertThat(rows.of(id, "result")).startsWith("{\"rowmill:encrypted\":").doesNotContain("secret");
    }

    @Test
    void callersAndOperatorsGetTheDecryptedResult() throws Exception {
        Receipt receipt = queue.result(id, Receipt.class).toCompletableFuture().get(30, TimeUnit.SECONDS);

        assertThat(receipt).isEqualTo(new Receipt("r-secret"));
        assertThat(mill.result(id, Receipt.class)).isEqualTo(receipt);
        given().get(Api.TASKS + "/{id}/result", id).then().statusCode(200).body("result.number", is("r-secret"));
    }

    @Test
    void aResultCannotTakeThePlaceOfAPayload() {
        PayloadCipher cipher =
                new PayloadCipher(TestConfig.of(Map.of("rowmill.payload.encryption.key", Encrypting.KEY)));
        String result = rows.of(id, "result");

        assertThat(cipher.decryptedResult("probe", result)).contains("r-secret");
        assertThatThrownBy(() -> cipher.decrypted("probe", result)).isInstanceOf(EncryptedPayloadException.class);
        assertThatThrownBy(() -> cipher.decryptedResult("other", result)).isInstanceOf(EncryptedPayloadException.class);
    }
}
