package io.github.rowmill.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.config.TestConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeNameTest {

    @Test
    void aNodeIsNamedByItsConfiguration() {
        assertThat(new NodeName(TestConfig.of(Map.of("rowmill.operator-id", "node-1"))).value())
                .isEqualTo("node-1");
    }

    @Test
    void theDefaultNameHasHostPidAndARandomPart() {
        assertThat(new NodeName(TestConfig.defaults()).value())
                .matches(".+-" + ProcessHandle.current().pid() + "-[0-9a-f]{6}");
    }

    @Test
    void aNodeKeepsItsUniqueName() {
        NodeName one = new NodeName(TestConfig.defaults());
        NodeName other = new NodeName(TestConfig.defaults());

        assertThat(one.value()).isEqualTo(one.value()).isNotEqualTo(other.value());
    }
}
