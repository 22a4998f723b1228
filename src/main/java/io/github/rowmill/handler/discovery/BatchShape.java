package io.github.rowmill.handler.discovery;

import io.github.rowmill.api.Batch;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.types.Type;
import java.util.List;
import java.util.Optional;

/** Reads whether a handler takes several tasks at once, and refuses handlers that cannot. */
final class BatchShape {

    private BatchShape() {}

    /** Returns whether a parameter is a {@link Batch}. */
    static boolean isBatch(Type type) {
        return (type.isParameterizedType()
                        && isNamed(type.asParameterizedType().declaration().name()))
                || (type.isClass() && isNamed(type.asClass().declaration().name()));
    }

    private static boolean isNamed(String name) {
        return name.equals(Batch.class.getName());
    }

    /** Returns the type of the payload: the parameter, or that of which it is a batch. */
    static Type payload(Type parameter) {
        return isBatch(parameter)
                ? parameter.asParameterizedType().typeArguments().get(0)
                : parameter;
    }

    /**
     * Returns why a handler cannot take several tasks, as the rest of a sentence about it.
     *
     * @param payloads the parameters before the context
     * @return empty if it can, or if it takes tasks one by one
     */
    static Optional<String> refusal(
            AnnotationInfo handles, List<Type> payloads, boolean takesContext, boolean transactional, Type returned) {
        Optional<Type> batch = payloads.stream().filter(BatchShape::isBatch).findFirst();
        if (batch.isPresent()) {
            return refusal(batch.get(), takesContext, returned);
        }
        boolean shares = handles.hasMember("batch") && handles.member("batch").asInt() > 1;
        return shares && !transactional
                ? Optional.of(
                        "has @Handles(batch), but does not take a Batch and is not @Transactional, so its tasks have nothing to share: take a Batch of the payload, annotate it with @Transactional, or remove batch")
                : Optional.empty();
    }

    private static Optional<String> refusal(Type batch, boolean takesContext, Type returned) {
        if (batch.isClass()) {
            return Optional.of("takes a Batch without a type: name the class of its payloads, as in Batch<Report>");
        }
        if (takesContext) {
            return Optional.of(
                    "takes a Batch and a TaskContext, but each task of a batch has its own: remove the parameter, and call task() of an item");
        }
        return returned.isVoid()
                ? Optional.empty()
                : Optional.of(
                        "takes a Batch and returns a value, which is of no task: return nothing, and choose the outcome of a task by settle(…) of its item");
    }
}
