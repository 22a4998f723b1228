package io.github.rowmill.operate.page.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StackTraceTest {

    @Test
    void framesOfTheNativeImageRuntimeAreFolded() {
        String printed = """
                java.lang.IllegalStateException: gone
                \tat org.acme.Mails.send(Mails.java:12)
                \tat org.graalvm.nativeimage.builder/com.oracle.svm.core.thread.PlatformThreads.start(PlatformThreads.java:1)
                """;

        assertThat(StackTrace.folded(printed)).extracting(StackTrace.Line::kind).containsExactly("e", "own", "cut");
    }
}
