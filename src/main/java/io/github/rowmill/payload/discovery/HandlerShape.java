package io.github.rowmill.payload.discovery;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.api.TaskHandler;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.InvokerFactory;
import jakarta.enterprise.inject.build.compatible.spi.Messages;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.AnnotationTarget;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.MethodInfo;
import jakarta.enterprise.lang.model.types.Type;
import jakarta.transaction.Transactional;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a handler off its method, and refuses what cannot be one. */
final class HandlerShape {

    private static final List<String> JOINING = List.of("REQUIRED", "MANDATORY");

    private final BeanInfo bean;
    private final InvokerFactory invokers;
    private final Messages messages;

    HandlerShape(BeanInfo bean, InvokerFactory invokers, Messages messages) {
        this.bean = bean;
        this.invokers = invokers;
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
            return refuse(method, name(type, method) + " is private or static; a handler is neither");
        }
        return of(type, method, method.annotation(Handles.class));
    }

    private Optional<FoundHandler> of(ClassInfo type, MethodInfo method, AnnotationInfo handles) {
        List<Type> parameters = method.parameters().stream().map(p -> p.type()).toList();
        boolean takesContext = !parameters.isEmpty() && isContext(parameters.get(parameters.size() - 1));
        int payloads = parameters.size() - (takesContext ? 1 : 0);
        if (payloads > 1 || (payloads == 1 && !parameters.get(0).isClass())) {
            return refuse(
                    method,
                    name(type, method)
                            + " may only take (payload, TaskContext), (payload), (TaskContext) or nothing, the payload being a class without type parameters");
        }
        AnnotationInfo transactional = annotation(type, method, Transactional.class);
        if (transactional != null && !JOINING.contains(transactionType(transactional))) {
            return refuse(
                    method,
                    name(type, method)
                            + " is @Transactional(%s): its writes would escape the transaction that completes the task; use REQUIRED or MANDATORY, or leave the annotation away"
                                    .formatted(transactionType(transactional)));
        }
        return Optional.of(new FoundHandler(
                type,
                name(type, method),
                handles,
                rules(type, method),
                payloads == 1 ? parameters.get(0).asClass().declaration() : null,
                takesContext,
                transactional != null,
                annotation(type, method, RunOnVirtualThread.class) != null,
                invokers.createInvoker(bean, method).withInstanceLookup().build()));
    }

    private static List<AnnotationInfo> rules(ClassInfo type, MethodInfo method) {
        List<AnnotationInfo> rules = new ArrayList<>(method.repeatableAnnotation(OnFailure.class));
        rules.addAll(type.repeatableAnnotation(OnFailure.class));
        return rules;
    }

    private static @Nullable AnnotationInfo annotation(
            ClassInfo type, MethodInfo method, Class<? extends Annotation> wanted) {
        return method.hasAnnotation(wanted) ? method.annotation(wanted) : type.annotation(wanted);
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

    private Optional<FoundHandler> refuse(AnnotationTarget where, String message) {
        messages.error(message, where);
        return Optional.empty();
    }
}
