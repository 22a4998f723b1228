package io.github.rowmill.operate.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TableTest {

    private final StringWriter out = new StringWriter();

    private String printed(boolean coloured, Table table) {
        table.print(new Console(new PrintWriter(out, true), new PrintWriter(out, true), coloured));
        return out.toString();
    }

    private static Table table(String... cells) {
        Table table = new Table("A", "STATUS", "LAST");
        table.row(cells);
        return table;
    }

    @Test
    void columnsFitTheirWidestCellAndLinesHaveNoTrailingSpace() {
        assertThat(printed(false, table("longer", "x", ""))).isEqualTo("A       STATUS  LAST\nlonger  x\n");
    }

    @Test
    void aCharacterOfTwoCodeUnitsIsOneWide() {
        assertThat(printed(false, table("😀", "x", "y"))).isEqualTo("A  STATUS  LAST\n😀  x       y\n");
    }

    @Test
    void aCellShowsOneLineAndAtMostAHundredCharacters() {
        assertThat(printed(false, table("a", "b", "first\nsecond"))).endsWith("first\n");
        assertThat(printed(false, table("a", "b", "x".repeat(200)))).endsWith(" " + "x".repeat(99) + "…\n");
    }

    @Test
    void onlyATerminalSeesColours() {
        assertThat(printed(false, table("a", "dead", "b"))).doesNotContain("\u001b");
        assertThat(printed(true, table("a", "dead", "b"))).contains("\u001b[31mdead    \u001b[0mb\n");
    }

    @Test
    void cellsHoldNoControlSequences() {
        assertThat(printed(false, table("\u001b[31m", "\u009b2J", "\r"))).doesNotContainPattern("[\u001b\u009b\r]");
    }
}
