package io.github.rowmill.engine.execute.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jboss.logging.MDC;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests threads that take over a task from a thread of the application, which has its own contexts. */
class WorkerThreadsTest {

    private final InheritableThreadLocal<String> inheritable = new InheritableThreadLocal<>();
    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

    static Stream<ExecutorService> threads() {
        return Stream.of(Executors.newCachedThreadPool(WorkerThreads.named()), WorkerThreads.virtualThreads());
    }

    @AfterEach
    void forget() {
        inheritable.remove();
        MDC.remove("user");
        Thread.currentThread().setContextClassLoader(loader);
    }

    @ParameterizedTest
    @MethodSource("threads")
    void aWorkerThreadInheritsNothingFromTheSubmittingThread(ExecutorService threads) throws Exception {
        inheritable.set("secret");
        MDC.put("user", "secret");
        Thread.currentThread().setContextClassLoader(new ClassLoader(loader) {});
        try {
            List<Object> seen = threads.submit(() -> Stream.of(
                                    inheritable.get(),
                                    MDC.get("user"),
                                    Thread.currentThread().getContextClassLoader())
                            .map(String::valueOf)
                            .map(Object.class::cast)
                            .toList())
                    .get(10, TimeUnit.SECONDS);

            assertThat(seen).containsExactly("null", "null", String.valueOf(loader));
        } finally {
            threads.shutdown();
        }
    }
}
