package io.github.rowmill.handler.discovery;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.Recurring;
import io.github.rowmill.api.Subscribes;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskHandler;
import io.github.rowmill.handler.ReturnTypes;
import io.github.rowmill.text.Storable;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.InvokerFactory;
import jakarta.enterprise.inject.build.compatible.spi.Messages;
import jakarta.enterprise.inject.build.compatible.spi.Types;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.MethodInfo;
import jakarta.enterprise.lang.model.types.Type;
import jakarta.transaction.Transactional;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a handler from its method, and refuses methods that cannot be handlers. */
final class HandlerShape {

    private static final int MAX_TOPIC = 200;
    private static final List<String> JOINING = List.of("REQUIRED", "MANDATORY");

    private final BeanInfo bean;
    private final InvokerFactory invokers;
    private final Types types;
    private final Messages messages;

    HandlerShape(BeanInfo bean, InvokerFactory invokers, Types types, Messages messages) {
        this.bean = bean;
        this.invokers = invokers;
        this.types = types;
        this.messages = messages;
    }

    Optional<FoundHandler> ofHandlerBean(ClassInfo type) {
        for (MethodInfo method : type.methods()) {
            if (method.name().equals("handle")
                    && method.parameters().size() == 2
                    && !Modifier.isAbstract(method.modifiers())
                    && !isObject(method.parameters().get(0).type())
                    && isContext(method.parameters().get(1).type())) {
                return of(type, method, type.annotation(Handles.class));
            }
        }
        return refuse(
                type,
                "@Handles on the class %s, which has no method handle(payload, TaskContext): implement %s with the payload's class, or annotate a method"
                        .formatted(type.name(), TaskHandler.class.getSimpleName()));
    }

    Optional<FoundHandler> ofMethod(ClassInfo type, MethodInfo method) {
        if (Modifier.isPrivate(method.modifiers()) || Modifier.isStatic(method.modifiers())) {
            return refuse(type, name(type, method) + " is private or static; a handler must not be");
        }
        return of(type, method, method.annotation(Handles.class));
    }

    /** Refuses a schedule or a topic on a method that is no handler. */
    void refuseDeclarations(ClassInfo type, MethodInfo method) {
        if (!method.repeatableAnnotation(Recurring.class).isEmpty()) {
            refuse(type, name(type, method) + " is @Recurring but not a handler: annotate it with @Handles too");
        }
        if (!method.repeatableAnnotation(Subscribes.class).isEmpty()) {
            refuse(type, name(type, method) + " is @Subscribes but not a handler: annotate it with @Handles too");
        }
    }

    /** Refuses a topic on a class that has no handler method and is no handler. */
    void refuseTopics(ClassInfo type) {
        if (!type.hasAnnotation(Handles.class)
                && !type.repeatableAnnotation(Subscribes.class).isEmpty()) {
            refuse(type, type.name() + " is @Subscribes but has no handler: annotate it or a method with @Handles too");
        }
    }

    private Optional<FoundHandler> of(ClassInfo type, MethodInfo method, AnnotationInfo handles) {
        List<Type> parameters = method.parameters().stream().map(p -> p.type()).toList();
        boolean takesContext = !parameters.isEmpty() && isContext(parameters.get(parameters.size() - 1));
        List<Type> payloads = parameters.subList(0, parameters.size() - (takesContext ? 1 : 0));
        Optional<String> transactional = transactional(type, method);
        Optional<String> problem = problem(payloads)
                .or(() -> transactional.filter(how -> !JOINING.contains(how)).map(HandlerShape::escapes))
                .or(() -> PlatformAnnotations.refusal(type, method, transactional.isPresent()))
                .or(() -> ReturnTypes.refusal(names(method.returnType()), transactional.isPresent()))
                .or(() -> topics(both(type, method, Subscribes.class)))
                .or(() -> BatchShape.refusal(
                        handles, payloads, takesContext, transactional.isPresent(), method.returnType()));
        if (problem.isPresent()) {
            return refuse(type, name(type, method) + " " + problem.get());
        }
        return Optional.of(new FoundHandler(
                type,
                name(type, method),
                handles,
                both(type, method, OnFailure.class),
                both(type, method, Recurring.class),
                both(type, method, Subscribes.class),
                payloads.isEmpty() ? null : PayloadShape.of(BatchShape.payload(payloads.get(0)), types),
                ResultShape.of(method.returnType(), types, HandlerShape::names),
                payloads.stream().anyMatch(BatchShape::isBatch),
                takesContext,
                transactional.isPresent(),
                Annotations.find(type, method, RunOnVirtualThread.class).isPresent(),
                invokers.createInvoker(bean, method).withInstanceLookup().build()));
    }

    private static Optional<String> problem(List<Type> payloads) {
        if (payloads.size() > 1) {
            return Optional.of("may only take (payload, TaskContext), (payload), (TaskContext) or nothing");
        }
        return payloads.stream()
                .flatMap(payload -> PayloadShape.refusal(payload).stream()
                        .map(reason -> "takes %s, which cannot be a payload: %s"
                                .formatted(PayloadShape.written(payload), reason)))
                .findFirst();
    }

    private static Optional<String> topics(List<AnnotationInfo> topics) {
        return topics.stream()
                .map(topic -> topic.value().asString())
                .flatMap(name -> Optional.ofNullable(Storable.nameRefusal(name, MAX_TOPIC))
                        .map(refusal ->
                                "is @Subscribes(\"%s\"), which cannot be a topic: the name %s".formatted(name, refusal))
                        .stream())
                .findFirst();
    }

    private static List<AnnotationInfo> both(ClassInfo type, MethodInfo method, Class<? extends Annotation> wanted) {
        List<AnnotationInfo> all = new ArrayList<>(method.repeatableAnnotation(wanted));
        all.addAll(type.repeatableAnnotation(wanted));
        return all;
    }

    private static String escapes(String how) {
        return "is @Transactional(%s): its writes would escape the transaction that completes the task; use REQUIRED or MANDATORY, or remove the annotation"
                .formatted(how);
    }

    /**
     * Returns the names of the class and all supertypes of a return type.
     *
     * @return empty if the type is no class
     */
    private static Set<String> names(Type type) {
        if (!type.isClass() && !type.isParameterizedType()) {
            return Set.of();
        }
        ClassInfo declaration = type.isClass()
                ? type.asClass().declaration()
                : type.asParameterizedType().declaration();
        return new Supertypes(Thread.currentThread().getContextClassLoader()).withSupertypes(declaration.name());
    }

    private static Optional<String> transactional(ClassInfo type, MethodInfo method) {
        return Annotations.find(type, method, Transactional.class).map(HandlerShape::transactionType);
    }

    private static String transactionType(AnnotationInfo transactional) {
        return transactional.hasValue() ? transactional.value().asEnumConstant() : "REQUIRED";
    }

    private static boolean isContext(Type type) {
        return type.isClass() && type.asClass().declaration().name().equals(TaskContext.class.getName());
    }

    private static boolean isObject(Type type) {
        return type.isClass() && type.asClass().declaration().name().equals(Object.class.getName());
    }

    private static String name(ClassInfo type, MethodInfo method) {
        return type.name() + "." + method.name();
    }

    private Optional<FoundHandler> refuse(ClassInfo where, String message) {
        messages.error(message, where);
        return Optional.empty();
    }
}
