package io.github.rowmill.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.config.TestConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperatorTest {

    @Test
    void isNamedByConfiguration() {
        assertThat(new Operator(TestConfig.of(Map.of("rowmill.operator-id", "node-1"))).id())
                .isEqualTo("node-1");
    }

    @Test
    void isElseNamedByHostPidAndARandomPart() {
        assertThat(new Operator(TestConfig.defaults()).id())
                .matches(".+-" + ProcessHandle.current().pid() + "-[0-9a-f]{6}");
    }

    @Test
    void keepsItsNameAndSharesItWithNoOther() {
        Operator one = new Operator(TestConfig.defaults());
        Operator other = new Operator(TestConfig.defaults());

        assertThat(one.id()).isEqualTo(one.id()).isNotEqualTo(other.id());
    }
}
