package io.github.rowmill.operate.cli;

import io.github.rowmill.operate.cli.terminal.Console;
import io.restassured.RestAssured;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.stream.Stream;

/** The result of a command that ran in this process. */
record Ran(int exitCode, String out, String err) {

    /**
     * Runs a command against the application under test, with the token that the profile {@code Guarded} has for
     * operators.
     */
    static Ran command(String... arguments) {
        return plain(with(arguments, "--url", address(), "--token", "ci-token"));
    }

    /** Runs a command with these arguments and no others. */
    static Ran plain(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = CommandRunner.run(
                new Console(new PrintWriter(out, true), new PrintWriter(err, true), false), null, arguments);
        return new Ran(code, out.toString(), err.toString());
    }

    static String address() {
        return "http://localhost:" + RestAssured.port;
    }

    static String[] with(String[] arguments, String... more) {
        return Stream.concat(Stream.of(more), Arrays.stream(arguments)).toArray(String[]::new);
    }
}
