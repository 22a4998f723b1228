package io.github.rowmill.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers of a wrong shape stop the build of their application, each with what is wrong about it. */
class WrongHandlersIT {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.acme.wrong.WrongHandlers.hidden is private or static; a handler is neither",
                "org.acme.wrong.WrongHandlers.escaping is @Transactional(REQUIRES_NEW): its writes would escape the transaction that completes the task",
                "org.acme.wrong.WrongHandlers.generic may only take (payload, TaskContext), (payload), (TaskContext) or nothing",
                "org.acme.wrong.WrongHandlers.greedy may only take (payload, TaskContext), (payload), (TaskContext) or nothing",
                "@Handles on the class org.acme.wrong.WrongHandlers$NoHandler, which has no method handle(payload, TaskContext)"
            })
    void theBuildSaysWhatIsWrong(String problem) throws IOException {
        assertThat(Files.readString(Path.of("target/it/wrong-handlers/build.log")))
                .contains("BUILD FAILURE")
                .contains(problem);
    }
}
