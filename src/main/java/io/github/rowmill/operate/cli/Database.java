package io.github.rowmill.operate.cli;

import io.github.rowmill.db.Refusal;
import io.github.rowmill.operate.cli.terminal.CommandFailedException;
import io.github.rowmill.operate.cli.terminal.ExitCode;

/** Runs an action on the database, which may refuse it. */
final class Database {

    private Database() {}

    /**
     * The outcome of an action.
     *
     * @param problem the reason for a refusal, or empty if the action succeeded
     * @param isReached whether the database could be reached
     */
    record Answer(String problem, boolean isReached) {

        boolean isFine() {
            return problem.isEmpty();
        }

        /** Ends the command if the action did not succeed. */
        void orFail() {
            if (!isFine()) {
                throw new CommandFailedException(isReached ? ExitCode.FAILED : ExitCode.UNREACHABLE, problem);
            }
        }
    }

    static Answer ask(Runnable question) {
        try {
            question.run();
            return new Answer("", true);
        } catch (IllegalStateException e) {
            return new Answer(String.valueOf(e.getMessage()), !Refusal.isOutage(e));
        }
    }
}
