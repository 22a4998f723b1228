/** What a person at a terminal sees of answers: tables, times, colours, and nothing that the terminal would obey. */
@NullMarked
package io.github.rowmill.operate.cli.terminal;

import org.jspecify.annotations.NullMarked;
