/** Output for users at a terminal: tables, times and colours, with control characters escaped. */
@NullMarked
package io.github.rowmill.operate.cli.terminal;

import org.jspecify.annotations.NullMarked;
