package io.github.rowmill.operate.http.work;

import io.github.rowmill.engine.execute.RemoteSteps;
import io.github.rowmill.feature.lend.Loan;
import io.github.rowmill.feature.lend.LoanKeeper;
import io.github.rowmill.feature.lend.LoanSettler;
import io.github.rowmill.feature.lend.LoanVerdict;
import io.github.rowmill.feature.lend.RenewalRequest;
import io.github.rowmill.operate.http.body.Body;
import io.github.rowmill.operate.http.json.Json;
import io.github.rowmill.operate.http.json.Problem.Kind;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.payload.ResultCodec;
import io.github.rowmill.task.Lease;
import jakarta.inject.Singleton;
import java.io.InputStream;
import java.util.List;

/** Reads and writes the JSON of remote workers. */
@Singleton
class WorkBodies {

    private final Body body;
    private final Json json;
    private final ResultCodec results;

    WorkBodies(Body body, Json json, ResultCodec results) {
        this.body = body;
        this.json = json;
        this.results = results;
    }

    ClaimJson claim(InputStream stream) {
        return json.read(body.ofTask(stream), ClaimJson.class);
    }

    RenewalRequest renewal(InputStream stream) {
        return WorkReader.renewal(json.read(body.ofTask(stream), RenewJson.class));
    }

    List<LoanVerdict> verdicts(InputStream stream) {
        return WorkReader.verdicts(json.read(body.ofTask(stream), SettleJson.class), results::refusal);
    }

    WorkReader.Step step(InputStream stream) {
        return WorkReader.step(json.read(body.ofTask(stream), StepJson.class), results::refusal);
    }

    String answer(List<Loan> loans) {
        return json.write(LoanJson.All.of(loans));
    }

    String answer(LoanKeeper.Renewed renewed) {
        return json.write(RenewJson.Answer.of(renewed));
    }

    String answer(LoanSettler.Settled settled) {
        return json.write(SettleJson.Answer.of(settled));
    }

    /** @throws ProblemException if the step is not recorded */
    String answer(Lease lease, RemoteSteps.Recording recording) {
        if (recording instanceof RemoteSteps.Recorded step) {
            return json.write(new StepJson.Answer(step.json()));
        }
        if (recording instanceof RemoteSteps.Refused refused) {
            throw ProblemException.of(List.of(refused.violation()));
        }
        throw ProblemException.of(
                Kind.LEASE_LOST,
                "the worker does not hold the lease %s any more, so the step is not recorded; end the attempt"
                        .formatted(lease.attemptKey()));
    }
}
