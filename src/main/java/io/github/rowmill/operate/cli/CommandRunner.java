package io.github.rowmill.operate.cli;

import io.github.rowmill.operate.cli.terminal.CommandFailedException;
import io.github.rowmill.operate.cli.terminal.Console;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** Runs the command that the arguments name, and prints why it failed. */
final class CommandRunner {

    private CommandRunner() {}

    /**
     * Runs a command and returns its exit code. {@code inside} is the application that was started for the
     * command, or null before its start.
     */
    static int run(Console console, CommandApplication.@Nullable Inside inside, String... arguments) {
        return new CommandLine(new Commands(new Invocation(console, inside, arguments)))
                .setExpandAtFiles(false) // an error message would contain the file's content
                .setOut(console.out())
                .setErr(console.err())
                .setColorScheme(Help.defaultColorScheme(console.isColoured() ? Ansi.ON : Ansi.OFF))
                .setExecutionExceptionHandler((thrown, command, parsed) -> exitCode(thrown, console))
                .execute(arguments);
    }

    private static int exitCode(Exception thrown, Console console) throws Exception {
        if (thrown instanceof CommandFailedException failed) {
            failed.tell(console);
            return failed.exitCode();
        }
        throw thrown;
    }
}
