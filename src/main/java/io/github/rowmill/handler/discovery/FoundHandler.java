package io.github.rowmill.handler.discovery;

import jakarta.enterprise.inject.build.compatible.spi.InvokerInfo;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A handler as found by the build.
 *
 * @param bean the bean's class
 * @param name class and method, for messages
 * @param payload the payload's shape, or null if the handler takes none
 * @param result the shape of its result, or null if it returns none or its class is not known
 * @param takesBatch whether the handler takes a {@code Batch} of payloads
 * @param takesContext whether the handler takes a {@code TaskContext}
 */
record FoundHandler(
        ClassInfo bean,
        String name,
        AnnotationInfo handles,
        List<AnnotationInfo> rules,
        List<AnnotationInfo> schedules,
        List<AnnotationInfo> topics,
        @Nullable PayloadShape payload,
        @Nullable PayloadShape result,
        boolean takesBatch,
        boolean takesContext,
        boolean transactional,
        boolean virtualThread,
        InvokerInfo invoker) {}
