/**
 * The command line: {@link Main} starts a node or runs a command, {@link Commands} are the commands, {@link Client} speaks
 * to a node's API. Where no node is named, {@link Visit} starts the application in this process for that one command.
 * What a person sees of it is made
 * by {@code terminal}. Nothing else of Rowmill needs picocli, and nothing here is loaded in an application that names no main class of ours.
 */
@NullMarked
package io.github.rowmill.operate.cli;

import org.jspecify.annotations.NullMarked;
