package io.github.rowmill.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaseTest {

    @Test
    void attemptKeyIsIdAndVersion() {
        assertThat(new Lease(9_007_199_254_740_993L, 7).attemptKey()).isEqualTo("9007199254740993:7");
    }

    @Test
    void anotherVersionIsAnotherLease() {
        assertThat(new Lease(1, 2)).isEqualTo(new Lease(1, 2)).isNotEqualTo(new Lease(1, 3));
    }
}
