/**
 * The command line. {@link Main} starts a node, or a command through {@link CommandRunner}. {@link Commands} has the
 * commands, and {@link Client} calls the API of a node. If no node is named, {@link CommandStart} starts the
 * application in this process for the one command. {@code terminal} prints the output for users. No other package
 * needs picocli. Nothing here is loaded in an application that does not use Rowmill's main class.
 */
@NullMarked
package io.github.rowmill.operate.cli;

import org.jspecify.annotations.NullMarked;
