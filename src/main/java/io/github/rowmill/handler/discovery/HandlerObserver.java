package io.github.rowmill.handler.discovery;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.Subscribes;
import io.github.rowmill.handler.DeclaredHandler;
import io.github.rowmill.handler.PayloadType;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticObserver;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticObserverBuilder;
import jakarta.enterprise.inject.spi.EventContext;
import jakarta.enterprise.invoke.Invoker;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passes one handler from the build to the start, as parameters of an observer that adds it to the
 * {@link HandlerCollector}.
 */
public class HandlerObserver implements SyntheticObserver<HandlerCollector> {

    static void write(FoundHandler found, SyntheticObserverBuilder<HandlerCollector> observer) {
        observer.withParam("name", found.name())
                .withParam("handles", found.handles())
                .withParam("rules", found.rules().toArray(AnnotationInfo[]::new))
                .withParam("schedules", found.schedules().toArray(AnnotationInfo[]::new))
                .withParam("topics", found.topics().toArray(AnnotationInfo[]::new))
                .withParam("takesBatch", found.takesBatch())
                .withParam("takesContext", found.takesContext())
                .withParam("transactional", found.transactional())
                .withParam("virtualThread", found.virtualThread())
                .withParam("invoker", found.invoker());
        write("payload", found.payload(), observer);
        write("result", found.result(), observer);
    }

    private static void write(
            String name, @Nullable PayloadShape shape, SyntheticObserverBuilder<HandlerCollector> observer) {
        if (shape != null) {
            observer.withParam(name, shape.classes().toArray(ClassInfo[]::new))
                    .withParam(
                            name + "Arguments",
                            shape.arguments().stream()
                                    .mapToInt(Integer::intValue)
                                    .toArray());
        }
    }

    @Override
    public void observe(EventContext<HandlerCollector> collector, Parameters params) {
        collector
                .getEvent()
                .add(new DeclaredHandler(
                        params.get("name", String.class),
                        (Handles) params.get("handles", Annotation.class),
                        annotations(params, "rules", OnFailure.class),
                        annotations(params, "schedules", Recurring.class),
                        annotations(params, "topics", Subscribes.class),
                        type(params, "payload"),
                        type(params, "result"),
                        params.get("takesBatch", Boolean.class),
                        params.get("takesContext", Boolean.class),
                        params.get("transactional", Boolean.class),
                        params.get("virtualThread", Boolean.class),
                        params.get("invoker", Invoker.class)));
    }

    private static @Nullable PayloadType type(Parameters params, String name) {
        Class<?>[] classes = params.get(name, Class[].class, null);
        return classes == null ? null : PayloadType.of(classes, params.get(name + "Arguments", int[].class));
    }

    private static <A extends Annotation> List<A> annotations(Parameters params, String name, Class<A> type) {
        return Arrays.stream(params.get(name, Annotation[].class))
                .map(type::cast)
                .toList();
    }
}
