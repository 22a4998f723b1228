/** Output for users at a terminal: tables, times and colours with escaped control characters, failures, exit codes. */
@NullMarked
package io.github.rowmill.operate.cli.terminal;

import org.jspecify.annotations.NullMarked;
