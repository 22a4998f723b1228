package io.github.rowmill.operate.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The tasks of a command: named one by one, or all that a query finds. */
final class ChosenTasks {

    @ArgGroup(multiplicity = "1")
    Choice choice = new Choice();

    /** Either ids or a query. */
    static final class Choice {

        @Parameters(arity = "1..*", paramLabel = "ID", description = "The tasks.")
        List<Long> ids = List.of();

        @Option(
                names = "--query",
                paramLabel = "QUERY",
                description = "All tasks that this query finds. Example: 'status:dead type:reminder'.")
        @Nullable
        String query;
    }

    List<Long> ids() {
        return choice.ids;
    }

    @Nullable
    String query() {
        return choice.query;
    }
}
