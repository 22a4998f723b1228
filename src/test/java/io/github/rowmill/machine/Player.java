package io.github.rowmill.machine;

import io.github.rowmill.engine.Rows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plays sequences on an empty table, and compares service and model after each command. */
final class Player implements AutoCloseable {

    private final Service service;
    private final Transitions transitions;
    private final TableView table;
    private final boolean kept;

    Player(Service service, Transitions transitions, Rows rows, boolean kept) throws SQLException {
        this.service = service;
        this.transitions = transitions;
        this.kept = kept;
        this.table = new TableView(rows.connectAsSuperuser());
    }

    /** The first failure of a sequence: the index of its command, and a description. */
    record Failure(int command, String what) {}

    /** A failing sequence after it was shortened. */
    record Shrunk(List<Command> commands, Failure failure) {

        @Override
        public String toString() {
            return "the shortest sequence left fails at command %d: %s%n%s"
                    .formatted(failure.command() + 1, failure.what(), Sequence.code(commands));
        }
    }

    Optional<Failure> play(List<Command> commands) {
        table.clear();
        Names names = new Names();
        Model model = new Model(names, kept);
        Stage stage = new Stage(service, model, names);
        for (int i = 0; i < commands.size(); i++) {
            String what = step(commands.get(i), stage);
            if (what != null) {
                return Optional.of(new Failure(i, what));
            }
        }
        String violations = transitions.violations();
        return Optional.ofNullable(violations).map(rules -> new Failure(commands.size() - 1, "invariant: " + rules));
    }

    /** Plays a command. Returns the difference to the model, or null if there is none. */
    private String step(Command command, Stage stage) {
        stage.model().tick();
        Object answer = act(command, stage);
        Object right = command.predict(stage.model());
        if (!answer.equals(right)) {
            return "%s answered %s, not %s".formatted(command, answer, right);
        }
        List<String> rows = table.rows(stage.names());
        List<String> rightRows = stage.model().rows();
        return rows.equals(rightRows) ? null : "after %s %s".formatted(command, difference(rows, rightRows));
    }

    private static Object act(Command command, Stage stage) {
        try {
            return command.act(stage);
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private static String difference(List<String> rows, List<String> rightRows) {
        List<String> wrong = new ArrayList<>(rows);
        wrong.removeAll(rightRows);
        List<String> missed = new ArrayList<>(rightRows);
        missed.removeAll(rows);
        return "the table has%n  %s%nwhere the model has%n  %s".formatted(wrong, missed);
    }

    /** Removes commands from a sequence that fails. */
    Shrunk shrink(List<Command> failing) {
        List<Command> small = new Shrinker(some -> play(some).isPresent()).shrink(failing);
        return new Shrunk(small, play(small).orElseThrow());
    }

    @Override
    public void close() throws SQLException {
        table.close();
    }
}
