package io.github.rowmill.payload.cipher;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.Outcome;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.feature.job.JobLoop;
import io.github.rowmill.operate.http.Api;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that the database has payloads only in encrypted form if there is a key. Handlers and operators can read them.
 */
@QuarkusTest
@TestProfile(Encrypting.class)
class EncryptedPayloadTest {

    // It has characters that Base64 does not have, because encrypted text may contain any short word by chance.
    private static final String PAYMENT = "{\"account\": \"a-7\", \"card\": \"4111-secret\"}";

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    @Inject
    JobLoop jobs;

    @BeforeEach
    void clear() {
        rows.clear();
    }

    @Test
    void aTaskUnderAFormerNameOfItsTypeIsReadable() {
        long id = queue.enqueue(NewTask.of("former-probe", probes.behave(task -> Outcome.succeeded())))
                .id();

        mill.drain();

        assertThat(rows.of(id, "error")).isNull();
        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    private long enqueued() {
        return queue.enqueue(NewTask.of("probe", probes.behave(task -> Outcome.succeeded())))
                .id();
    }

    private static long payment() {
        return Api.id(
                Api.enqueue("{\"type\": \"test-payment\", \"delay\": \"30d\", \"payload\": %s}".formatted(PAYMENT))
                        .statusCode(201));
    }

    private String details(long id) {
        return rows.of(id, "cast(details as text)");
    }

    private void assertFails(long id, String... why) {
        mill.runOnce();

        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(rows.of(id, "error")).contains("EncryptedPayloadException").contains(why);
    }

    @Test
    void theDatabaseKeepsNothingThatCanBeRead() {
        long id = payment();

        assertThat(details(id))
                .startsWith("{\"rowmill:encrypted\": {\"key\": ")
                .doesNotContain("a-7", "4111-", "account");
    }

    @Test
    void thePayloadsOfTwoTasksAreNeverTheSame() {
        assertThat(details(payment())).isNotEqualTo(details(payment()));
    }

    @Test
    void aHandlerGetsThePayloadAsItWasEnqueued() {
        long id = enqueued();
        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void aPayloadEncryptedWithAFormerKeyIsRead() {
        long id = enqueued();
        PayloadCipher former = cipher(Map.of("rowmill.payload.encryption.key", Encrypting.FORMER));
        String plain =
                cipher(Map.of("rowmill.payload.encryption.key", Encrypting.KEY)).decrypted("probe", details(id));
        rows.execute("update rowmill_task set details = '%s' where id = %d"
                .formatted(former.encrypted("probe", "probe", plain), id));
        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void aPayloadFromBeforeThereWasAKeyIsRead() {
        long id = enqueued();
        String plain =
                cipher(Map.of("rowmill.payload.encryption.key", Encrypting.KEY)).decrypted("probe", details(id));
        rows.execute("update rowmill_task set details = '%s' where id = %d".formatted(plain, id));
        mill.drain();

        assertThat(rows.of(id, "status")).isEqualTo("completed");
    }

    @Test
    void aLostKeyFailsTheAttemptAndIsNamed() {
        long id = enqueued();
        rows.execute("update rowmill_task set details = jsonb_set(details, '{rowmill:encrypted,key}', '\"0badcafe\"')");

        assertFails(id, "its key is '0badcafe'", "rowmill.payload.encryption.former-keys");
    }

    @Test
    void aTamperedPayloadFailsTheAttempt() {
        long id = enqueued();
        rows.execute("""
                update rowmill_task
                   set details = jsonb_set(details, '{rowmill:encrypted,data}', to_jsonb('AAAA' || (details #>> '{rowmill:encrypted,data}')))
                """);

        assertFails(id, "it was not encrypted with the key");
    }

    @Test
    void thePayloadOfAnotherTypeIsRefused() {
        long id = enqueued();
        rows.execute("update rowmill_task set type = 'probe-tx'");

        assertFails(id, "for a task of this type");
    }

    @Test
    void aCallerWithPermissionSeesThePayloadMasked() {
        long id = payment();

        Api.get(id).body("details.account", is("a-7")).body("details.card", is("***"));
    }

    @Test
    void aPayloadThatCannotBeDecryptedIsShownAsItIsKept() {
        long id = payment();
        rows.execute("update rowmill_task set details = jsonb_set(details, '{rowmill:encrypted,key}', '\"0badcafe\"')");

        Api.get(id).body("details.'rowmill:encrypted'.key", is("0badcafe"));
    }

    @Test
    void aPayloadChangedByAnOperatorIsEncrypted() {
        long id = payment();
        given().contentType(ContentType.JSON)
                .header("If-Match", "*")
                .body("{\"payload\": {\"account\": \"a-8\", \"card\": \"***\"}}")
                .patch(Api.TASKS + "/" + id)
                .then()
                .statusCode(200)
                .body("details.account", is("a-8"));

        assertThat(details(id)).startsWith("{\"rowmill:encrypted\"").doesNotContain("a-8");
        assertThat(cipher(Map.of("rowmill.payload.encryption.key", Encrypting.KEY))
                        .decrypted("test-payment", details(id)))
                .contains("a-8", "4111-secret");
        given().queryParam("kind", "task")
                .queryParam("name", id)
                .get("/rowmill/api/audit")
                .then()
                .body(containsString("\"encrypted\""))
                .body(not(containsString("a-8")));
    }

    @Test
    void aRetryPatchesAnEncryptedPayload() {
        long id = deadPayment();

        Api.post(Api.TASKS + "/" + id + "/retry", "{\"patch\": {\"account\": \"a-8\"}}")
                .statusCode(200)
                .body("details.account", is("a-8"));

        assertPatched(id);
        audit("task", id).body(containsString("\"encrypted\"")).body(not(containsString("a-8")));
    }

    @Test
    void aJobPatchesEncryptedPayloadsAndEncryptsItsPatch() {
        long id = deadPayment();
        int job = Api.post(
                        "/rowmill/api/jobs",
                        "{\"action\": \"retry\", \"q\": \"id:%d type:test-payment\", \"patch\": {\"account\": \"a-8\", \"pin-code\": 1234}}"
                                .formatted(id))
                .statusCode(202)
                .body("patch.account", is("a-8"))
                .body("patch.pin-code", is("***"))
                .extract()
                .path("id");

        jobs.runOnce();

        assertPatched(id);
        assertThat(rows.text("select patch from rowmill_job where id = " + job))
                .startsWith("{\"rowmill:encrypted\"")
                .doesNotContain("a-8");
        audit("task", id).body(containsString("\"encrypted\"")).body(not(containsString("a-8")));
        audit("job", job).body("entries[0].after.patch", is("encrypted"));
    }

    @Test
    void aNodeSkipsAJobWhosePatchItCannotDecrypt() {
        long id = deadPayment();
        Api.post(
                        "/rowmill/api/jobs",
                        "{\"action\": \"retry\", \"q\": \"id:%d\", \"patch\": {\"account\": \"a-8\"}}".formatted(id))
                .statusCode(202);
        rows.execute(
                "update rowmill_job set patch = replace(patch, '\"key\":\"', '\"key\":\"0') where finished is null");

        assertThat(jobs.runOnce()).isFalse();

        assertThat(rows.of(id, "status || version")).isEqualTo("dead0");
        rows.asSuperuser("delete from rowmill_job");
    }

    @Test
    void aPayloadWhoseKeyIsLostIsNotPatched() {
        long id = deadPayment();
        rows.execute("update rowmill_task set details = jsonb_set(details, '{rowmill:encrypted,key}', '\"0badcafe\"')");

        Api.post(Api.TASKS + "/" + id + "/retry", "{\"patch\": {\"account\": \"a-8\"}}")
                .statusCode(400)
                .body("violations[0].message", containsString("its key is '0badcafe'"));

        assertThat(rows.of(id, "status || version")).isEqualTo("dead0");
    }

    private long deadPayment() {
        long id = payment();
        rows.execute("update rowmill_task set status = 'dead', finished = now() where id = " + id);
        return id;
    }

    private void assertPatched(long id) {
        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(details(id)).startsWith("{\"rowmill:encrypted\"").doesNotContain("a-8");
        assertThat(cipher(Map.of("rowmill.payload.encryption.key", Encrypting.KEY))
                        .decrypted("test-payment", details(id)))
                .contains("a-8", "4111-secret");
    }

    private static ValidatableResponse audit(String kind, long name) {
        return given().queryParam("kind", kind)
                .queryParam("name", name)
                .get("/rowmill/api/audit")
                .then();
    }

    @Test
    void onlyTheTypesThatAreNamedAreEncrypted() {
        PayloadCipher some = cipher(Map.of(
                "rowmill.payload.encryption.key", Encrypting.KEY, "rowmill.payload.encryption.types", "secret,mail"));

        assertThat(some.encrypted("noop", "noop", PAYMENT)).isEqualTo(PAYMENT);
        assertThat(some.decrypted("mail", some.encrypted("mail", "mail", PAYMENT)))
                .isEqualTo(PAYMENT);
        assertThat(some.encrypted("mail", "mail", PAYMENT)).doesNotContain("a-7");
        assertThat(some.encrypted("former-mail", "mail", PAYMENT)).doesNotContain("a-7");
    }

    @Test
    void withoutAKeyNothingIsEncrypted() {
        assertThat(cipher(Map.of()).encrypted("mail", "mail", PAYMENT)).isSameAs(PAYMENT);
    }

    private static PayloadCipher cipher(Map<String, String> properties) {
        return new PayloadCipher(TestConfig.of(properties));
    }
}
