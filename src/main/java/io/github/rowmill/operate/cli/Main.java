package io.github.rowmill.operate.cli;

import io.github.rowmill.operate.cli.terminal.Console;
import io.quarkus.runtime.Quarkus;

/**
 * The entry point of the runnable application: starts a node, or runs a command and ends with its exit code. An
 * application that uses the library has an entry point of its own. It uses this one only if
 * {@code quarkus.package.main-class} names it.
 */
public final class Main {

    private static final String SERVE = "serve";

    private Main() {}

    /** Runs the command that the arguments name, or a node if there are no arguments. */
    public static void main(String... args) {
        // Set before anything logs. The platform's own entry point does so too, but an aot-jar does not begin with
        // it.
        System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
        if (isServe(args)) {
            Quarkus.run(args);
            return;
        }
        System.exit(CommandRunner.run(Console.ofThisProcess(), null, args));
    }

    /**
     * Returns whether the arguments start a node. Nodes start without picocli, which an application may leave out.
     * They do not end the process, as dev mode starts and stops nodes in one process.
     */
    private static boolean isServe(String... args) {
        return args.length == 0 || (args.length == 1 && args[0].equals(SERVE));
    }
}
