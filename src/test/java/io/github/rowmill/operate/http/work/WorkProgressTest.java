package io.github.rowmill.operate.http.work;

import static io.github.rowmill.operate.http.work.Lending.claim;
import static io.github.rowmill.operate.http.work.Lending.post;
import static io.github.rowmill.operate.http.work.Lending.renew;
import static io.github.rowmill.operate.http.work.Lending.settle;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.is;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskQueue;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.operate.http.Api;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the progress that a remote worker reports with a renewal. */
@QuarkusTest
@TestProfile(Lending.class)
class WorkProgressTest {

    @Inject
    TaskQueue tasks;

    @Inject
    Rows rows;

    private final String queue = Api.fresh("progress");

    @AfterEach
    void refuseNothing() {
        rows.refuseNothing();
    }

    private String lease() {
        tasks.enqueue(NewTask.of(Lending.TYPE, Map.of("n", 7)).queue(queue));
        return claim("ada", queue).getString("tasks[0].lease");
    }

    private static ValidatableResponse report(String worker, String lease, String progress) {
        return post(
                worker, "renew", "{\"leases\": [\"%1$s\"], \"progress\": {\"%1$s\": %2$s}}".formatted(lease, progress));
    }

    private String progress(String lease) {
        return rows.of(id(lease), "coalesce(progress || ' ' || coalesce(progress_note, '-'), 'none')");
    }

    private static long id(String lease) {
        return Long.parseLong(lease.split(":")[0]);
    }

    @Test
    void aRenewalWritesTheProgressAndKeepsTheLease() {
        String lease = lease();
        rows.execute("update rowmill_task set expiry = expiry - interval '20 s' where id = " + id(lease));

        report("ada", lease, "{\"percent\": 40, \"note\": \"page 4\"}")
                .statusCode(200)
                .body("kept", is(List.of(lease)))
                .body("stop", is(Map.of()));

        assertThat(progress(lease)).isEqualTo("40 page 4");
        assertThat(rows.number(
                        "select round(extract(epoch from expiry - now())) from rowmill_task where id = " + id(lease)))
                .isBetween(11L, Lending.LEASE.toSeconds());
        given().header("Authorization", "Bearer " + Lending.token("viewer"))
                .get(Api.TASKS + "/" + id(lease))
                .then()
                .body("progress", is(40))
                .body("progressNote", is("page 4"));
        assertThat(settle("ada", lease, "\"succeeded\"").getList("written")).containsExactly(lease);
    }

    @Test
    void aRenewalWithoutProgressKeepsTheOldProgress() {
        String lease = lease();
        report("ada", lease, "{\"percent\": 40}").statusCode(200);

        assertThat(renew("ada", lease).getList("kept")).containsExactly(lease);

        assertThat(progress(lease)).isEqualTo("40 -");
    }

    @Test
    void oneRequestRenewsTasksWithAndWithoutProgress() {
        String reported = lease();
        String other = lease();

        post(
                        "ada",
                        "renew",
                        "{\"leases\": [\"%s\", \"%2$s\"], \"progress\": {\"%2$s\": {\"percent\": 1}}}"
                                .formatted(other, reported))
                .statusCode(200)
                .body("kept", is(List.of(other, reported)));

        assertThat(progress(reported)).isEqualTo("1 -");
        assertThat(progress(other)).isEqualTo("none");
    }

    @Test
    void aWorkerCannotReportProgressForAnotherWorker() {
        String lease = lease();

        report("bob", lease, "{\"percent\": 40}").statusCode(200).body("stop.'" + lease + "'", is("lost"));

        assertThat(progress(lease)).isEqualTo("none");
    }

    @Test
    void aLeaseIsRenewedEvenIfTheDatabaseRefusesItsProgress() {
        String lease = lease();
        rows.refuse("update", "new.progress = 41", "P0001");

        report("ada", lease, "{\"percent\": 41}").statusCode(200).body("kept", is(List.of(lease)));

        assertThat(progress(lease)).isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null                                     | progress.17:3",
                "{}                                       | progress.17:3.percent",
                "{\"percent\": -1}                        | progress.17:3.percent",
                "{\"percent\": 101}                       | progress.17:3.percent",
                "{\"percent\": 1, \"note\": \" \"}        | progress.17:3.note",
                "{\"percent\": 1, \"note\": \"\\u0000\"}  | progress.17:3.note",
            })
    void anInvalidProgressIsRefusedByItsField(String progress, String field) {
        report("ada", "17:3", progress).statusCode(400).body("violations.field", is(List.of(field)));
    }

    @Test
    void aProgressOfALeaseThatIsNotRenewedIsRefused() {
        post("ada", "renew", "{\"leases\": [\"17:3\"], \"progress\": {\"18:3\": {\"percent\": 1}}}")
                .statusCode(400)
                .body("violations.field", is(List.of("progress")));
    }
}
