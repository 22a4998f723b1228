package io.github.rowmill.feature.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.db.DatabaseClock;
import io.github.rowmill.engine.Probes;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.store.NewRow;
import io.github.rowmill.feature.change.TaskChanges;
import io.github.rowmill.task.TaskChange;
import io.github.rowmill.testing.ManualMill;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a handler runs as a user only if this user enqueued exactly this task, or if the writer has the key. */
@QuarkusTest
@TestProfile(Carrying.class)
class SignedContextTest {

    private static final String STRANGE = "a key of a stranger, as long as it has to be";

    @Inject
    TaskQueue queue;

    @Inject
    ManualMill mill;

    @Inject
    Rows rows;

    @Inject
    Probes probes;

    @Inject
    TestSecurity security;

    @Inject
    Instance<SecurityIdentity> caller;

    @Inject
    DatabaseClock clock;

    @Inject
    TaskChanges changes;

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @BeforeEach
    void clear() {
        rows.clear();
    }

    private Probes.Probe looks() {
        return probes.behave(task -> {
            SecurityIdentity who = caller.get();
            return seen.add(who.isAnonymous() ? "nobody" : who.getPrincipal().getName() + " " + who.hasRole("buyer"));
        });
    }

    private long enqueuedBy(String name, Object payload) {
        security.enter(name, "buyer", "user");
        return queue.enqueue(NewTask.of("probe", payload)).id();
    }

    private void give(long id, String context) {
        rows.execute("update rowmill_task set context = %s where id = %d".formatted(context, id));
    }

    private void assertRefused(long id, String... why) {
        mill.runOnce();

        assertThat(seen).isEmpty();
        assertThat(rows.of(id, "status")).isEqualTo("queued");
        assertThat(rows.of(id, "error")).contains("UntrustedContextException").contains(why);
    }

    @Test
    void aHandlerRunsAsTheUserWhoEnqueuedItsTask() {
        long id = enqueuedBy("anna", looks());
        mill.runOnce();

        assertThat(seen).containsExactly("anna true");
        assertThat(rows.of(id, "context -> 'identity'")).isEqualTo("{\"name\": \"anna\", \"roles\": \"buyer\\nuser\"}");
    }

    @Test
    void aTaskWithoutAContextRunsAnonymously() {
        enqueuedBy("anna", looks());
        long other = queue.enqueue(NewTask.of("probe", looks()).priority(1)).id();
        give(other, "null");
        mill.drain();

        assertThat(seen).containsExactlyInAnyOrder("anna true", "nobody");
    }

    @Test
    void everyTaskOfABulkIsSignedForItself() {
        security.enter("anna", "buyer");
        queue.enqueue(List.of(NewTask.of("probe", looks()), NewTask.of("probe-tx", looks())));
        mill.drain();

        assertThat(seen).containsExactly("anna true", "anna true");
    }

    @Test
    void anIdentityThatIsNotSignedIsRefused() {
        long id = queue.enqueue(NewTask.of("probe", looks())).id();
        give(id, "'{\"identity\": {\"name\": \"admin\", \"roles\": \"admin\"}}'");

        assertRefused(id, "'identity' is not signed");
    }

    @Test
    void aChangedIdentityIsRefused() {
        long id = enqueuedBy("anna", looks());
        give(id, "jsonb_set(context, '{identity,roles}', '\"admin\"')");

        assertRefused(id, "its signature does not match");
    }

    @Test
    void aSignatureWithoutTheNamesOfSignedValuesIsRefused() {
        long id = enqueuedBy("anna", looks());
        give(id, "jsonb_set(context, '{signature,of}', '\"\"')");

        assertRefused(id, "its signature does not match");
    }

    @Test
    void theContextOfAnotherPayloadIsRefused() {
        long annas = enqueuedBy("anna", looks());
        security.enter("mallory");
        long other = queue.enqueue(NewTask.of("probe", looks())).id();
        give(other, "(select context from rowmill_task where id = %d)".formatted(annas));
        queue.cancel(annas);

        assertRefused(other, "its signature does not match");
    }

    @Test
    void theContextOfAnotherTypeIsRefused() {
        Probes.Probe payload = looks();
        long annas = enqueuedBy("anna", payload);
        security.enter("mallory");
        long other = queue.enqueue(NewTask.of("probe-tx", payload)).id();
        give(other, "(select context from rowmill_task where id = %d)".formatted(annas));
        queue.cancel(annas);

        assertRefused(other, "its signature does not match");
    }

    @Test
    void aCopyOfTheWholeTaskThatIsInsertedLaterIsRefused() {
        long annas = enqueuedBy("anna", looks());
        queue.cancel(annas);
        long copy = rows.number("""
                insert into rowmill_task (type, details, context, created)
                select type, details, context, created + interval '6 min' from rowmill_task where id = %d
                returning id
                """.formatted(annas));

        assertRefused(copy, "it was signed at", "and the row was inserted at");
    }

    @Test
    void aFormerKeyIsTrustedAndAnUnknownKeyIsNot() {
        long id = signedWith(Carrying.FORMER);
        mill.runOnce();

        assertThat(seen).containsExactly("anna false");
        assertThat(rows.of(id, "status")).isEqualTo("completed");

        seen.clear();
        assertRefused(signedWith(STRANGE), "it is signed with the key", "and this node has");
    }

    private long signedWith(String key) {
        security.enter("anna");
        Probes.Probe payload = looks();
        long id = queue.enqueue(NewTask.of("probe", payload)).id();
        Signatures signatures = new Signatures(clock, TestConfig.of(Map.of("rowmill.context.key", key)));
        Map<String, Map<String, String>> context = new TreeMap<>();
        context.put("identity", Map.of("name", "anna", "roles", ""));
        NewRow row = new NewRow(NewTask.of("probe", payload), "default", rows.of(id, "details"), 1, null, null, null);
        context.put("signature", signatures.sign(row, context, List.of("identity"), clock.now()));
        give(id, "'%s'".formatted(ContextJson.write(context)));
        return id;
    }

    @Test
    void anOperatorCannotChangeASignedPayload() {
        long id = enqueuedBy("anna", looks());
        TaskChange other = new TaskChange(null, null, null, null, null, "{\"key\": \"other\"}");
        TaskChange urgent = new TaskChange(null, -1, null, null, null, null);

        assertThatThrownBy(() -> change(id, other)).hasMessageContaining("payload: is signed together with");
        change(id, urgent);
        mill.runOnce();
        assertThat(seen).containsExactly("anna true");
    }

    private void change(long id, TaskChange change) {
        QuarkusTransaction.requiringNew().run(() -> changes.change(id, 0, change));
    }

    @Test
    void aSignedValueOfAnUnknownCarrierIsRefused() {
        long id = queue.enqueue(NewTask.of("probe", looks())).id();
        Map<String, Map<String, String>> context = new TreeMap<>();
        context.put("region", Map.of("id", "eu"));
        NewRow row = new NewRow(NewTask.of("probe"), "default", rows.of(id, "details"), 1, null, null, null);
        Signatures signatures = new Signatures(clock, TestConfig.of(Map.of("rowmill.context.key", Carrying.KEY)));
        context.put("signature", signatures.sign(row, context, List.of("region"), clock.now()));
        give(id, "'%s'".formatted(ContextJson.write(context)));

        assertRefused(id, "it has the signed value [region], and this application has no such carrier");
    }

    /** PostgreSQL returns these payloads as another text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"b\": 1, \"a\": [1.0, 1.50, 1e5, -0.0, 1E-7, 12345678901234567890.123]}",
                "{\"a\": \"\\u00e4\\n\\/\\ud83d\\ude00\", \"a\": null, \"aa\": true, \"\": {}}",
                "[[],{},\"\",false,{\"z\":{\"y\":[0,0.0]}}]"
            })
    void aPayloadKeepsItsDigestWhenItIsStored(String json) {
        String stored = rows.text("select cast(cast('%s' as jsonb) as text)".formatted(json));

        assertThat(stored).isNotEqualTo(json);
        assertThat(PayloadDigest.of(stored)).isEqualTo(PayloadDigest.of(json));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"a\": [2, 1]}", "{\"a\": [\"1\", 2]}", "{\"a\": [1], \"b\": 2}", "{\"a\": [1, 2, null]}", "{}"
            })
    void aDifferentPayloadHasADifferentDigest(String json) {
        assertThat(PayloadDigest.of(json)).isNotEqualTo(PayloadDigest.of("{\"a\": [1, 2]}"));
    }
}
