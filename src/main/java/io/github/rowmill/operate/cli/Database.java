package io.github.rowmill.operate.cli;

import io.github.rowmill.engine.store.sql.Refusal;

/** Asks something of the database that it may refuse. */
final class Database {

    private Database() {}

    /** What came of it: {@code problem} is empty if all is fine. */
    record Answer(String problem, boolean isReached) {

        boolean isFine() {
            return problem.isEmpty();
        }

        /** Ends the command, unless all is fine. */
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
