/** What a user at a terminal sees: tables, times and colours, with control characters escaped, and exit codes. */
@NullMarked
package io.github.rowmill.operate.cli.terminal;

import org.jspecify.annotations.NullMarked;
