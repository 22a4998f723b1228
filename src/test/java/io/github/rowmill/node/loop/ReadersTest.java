package io.github.rowmill.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadersTest {

    private final Readers readers = new Readers(2);

    @Test
    void nothingIsCountedBeforeTheFirstRead() {
        assertThat(readers.next()).isFalse();
    }

    @Test
    void figuresAreCountedForSomeRoundsAfterARead() {
        readers.read();

        assertThat(readers.next()).isTrue();
        assertThat(readers.next()).isTrue();
        assertThat(readers.next()).isFalse();
    }

    @Test
    void aReadRestartsTheRounds() {
        readers.read();
        readers.next();
        readers.read();

        assertThat(readers.next()).isTrue();
        assertThat(readers.next()).isTrue();
    }
}
