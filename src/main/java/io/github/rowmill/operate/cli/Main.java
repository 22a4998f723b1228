package io.github.rowmill.operate.cli;

import io.github.rowmill.operate.cli.terminal.Console;
import io.quarkus.runtime.Quarkus;

/**
 * The entry of the runnable application: starts a node, or runs a command and ends with its exit code. An application that
 * uses the library has an entry of its own, and this one only if it asks for it by {@code quarkus.package.main-class}.
 */
public final class Main {

    private static final String SERVE = "serve";

    private Main() {}

    /** Runs the command that the arguments name; a node, if there are none. */
    public static void main(String... args) {
        // Before anything logs, as the platform's own entry does it, which an aot-jar does not begin with.
        System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
        if (isServe(args)) {
            Quarkus.run(args);
            return;
        }
        System.exit(Commands.run(Console.ofThisProcess(), null, args));
    }

    /** Before picocli is loaded, which an application may have left out; and without an end of ours, as dev mode starts and stops nodes in one process. */
    private static boolean isServe(String... args) {
        return args.length == 0 || (args.length == 1 && args[0].equals(SERVE));
    }
}
