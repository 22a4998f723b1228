package io.github.rowmill.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the build of an application stops for handlers of a wrong shape, and reports the reason for each. */
class WrongHandlersIT {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.acme.wrong.WrongHandlers.hidden is private or static; a handler must not be",
                "org.acme.wrong.WrongHandlers.escaping is @Transactional(REQUIRES_NEW): its writes would escape the transaction that completes the task",
                "org.acme.wrong.WrongHandlers.generic takes List<T>, which cannot be a payload: the class of T is not known here",
                "org.acme.wrong.WrongHandlers.wild takes List<?>, which cannot be a payload: the class of ? is not known",
                "org.acme.wrong.WrongHandlers.array takes Payload[], which cannot be a payload: Payload[] is an array; use a List",
                "org.acme.wrong.WrongHandlers.greedy may only take (payload, TaskContext), (payload), (TaskContext) or nothing",
                "org.acme.wrong.WrongHandlers.lazy returns io.smallrye.mutiny.Uni and is @Transactional: work on another thread is not part of the transaction",
                "org.acme.wrong.WrongHandlers.streaming returns io.smallrye.mutiny.Multi, which Rowmill does not subscribe to or wait for",
                "org.acme.wrong.WrongHandlers.publishing returns java.util.concurrent.Flow$Publisher, which Rowmill does not subscribe to or wait for",
                "org.acme.wrong.WrongHandlers$LazyBean.handle returns io.smallrye.mutiny.Multi, which Rowmill does not subscribe to or wait for",
                "org.acme.wrong.WrongHandlers.elsewhere returns java.util.concurrent.CompletionStage and is @Transactional: work on another thread is not part of the transaction",
                "org.acme.wrong.WrongHandlers.separate is @Transactional(REQUIRES_NEW): its writes would escape the transaction that completes the task",
                "org.acme.wrong.WrongHandlers$Stereotyped.stereotyped is @Transactional(REQUIRES_NEW): its writes would escape the transaction that completes the task",
                "org.acme.wrong.WrongHandlers.configured is @Transactional and has @TransactionConfiguration with a timeout, which only the code that begins a transaction may set",
                "org.acme.wrong.WrongHandlers.configuredElsewhere is @Transactional and has @TransactionConfiguration with a timeout",
                "org.acme.wrong.WrongHandlers$Configured.handle is @Transactional and has @TransactionConfiguration with a timeout",
                "org.acme.wrong.WrongHandlers.denied is @DenyAll: nobody may call it, so every attempt would fail",
                "org.acme.wrong.WrongHandlers$Denied.handle is @DenyAll: nobody may call it, so every attempt would fail",
                "org.acme.wrong.WrongHandlers.cached is @CacheResult: of two tasks with the same payload the second would be completed without being run",
                "org.acme.wrong.WrongHandlers.reactive is @WithTransaction, which works on an event loop alone, and handlers run on workers",
                "org.acme.wrong.WrongHandlers.reactiveSession is @WithSession, which works on an event loop alone, and handlers run on workers",
                "org.acme.wrong.WrongHandlers.sharing has @Handles(batch), but does not take a Batch and is not @Transactional",
                "org.acme.wrong.WrongHandlers.raw takes a Batch without a type",
                "org.acme.wrong.WrongHandlers.batchWithContext takes a Batch and a TaskContext",
                "org.acme.wrong.WrongHandlers.batchWithResult takes a Batch and returns a value",
                "org.acme.wrong.WrongHandlers.recurring is @Recurring but not a handler: annotate it with @Handles too",
                "org.acme.wrong.WrongHandlers.subscribing is @Subscribes but not a handler: annotate it with @Handles too",
                "org.acme.wrong.WrongHandlers.blank is @Subscribes(\" \"), which cannot be a topic: the name must have 1 to 200 characters",
                "org.acme.wrong.WrongHandlers$SubscribedClass is @Subscribes but has no handler: annotate it or a method with @Handles too",
                "@Handles on the class org.acme.wrong.WrongHandlers$NoHandler, which has no method handle(payload, TaskContext)"
            })
    void theBuildFailsAndNamesEachProblem(String problem) throws IOException {
        assertThat(Files.readString(Path.of("target/it/wrong-handlers/build.log")))
                .contains("BUILD FAILURE")
                .contains(problem);
    }
}
