package io.github.rowmill.handler.discovery;

import jakarta.enterprise.inject.Stereotype;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.AnnotationTarget;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.MethodInfo;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Annotation;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * Finds annotations of a handler, also those given by a stereotype or an interceptor binding, at any depth. The
 * method's annotations come before the class's, and nearer ones before farther ones.
 */
final class Annotations {

    private Annotations() {}

    static Optional<AnnotationInfo> find(ClassInfo type, MethodInfo method, Class<? extends Annotation> wanted) {
        return find(method, wanted).or(() -> find(type, wanted));
    }

    private static Optional<AnnotationInfo> find(AnnotationTarget target, Class<? extends Annotation> wanted) {
        Set<ClassInfo> seen = new HashSet<>();
        Queue<AnnotationTarget> next = new ArrayDeque<>(Set.of(target));
        while (!next.isEmpty()) {
            AnnotationTarget one = next.remove();
            if (one.hasAnnotation(wanted)) {
                return Optional.of(one.annotation(wanted));
            }
            one.annotations().stream()
                    .flatMap(annotation -> declaration(annotation).stream())
                    .filter(Annotations::passesOn)
                    .filter(seen::add)
                    .forEach(next::add);
        }
        return Optional.empty();
    }

    /** The annotation of this name that a method or class has itself. */
    static Optional<AnnotationInfo> named(AnnotationTarget target, String name) {
        return target.annotations().stream()
                .filter(annotation -> declaration(annotation)
                        .filter(declared -> declared.name().equals(name))
                        .isPresent())
                .findFirst();
    }

    private static boolean passesOn(ClassInfo annotation) {
        return annotation.hasAnnotation(Stereotype.class) || annotation.hasAnnotation(InterceptorBinding.class);
    }

    /**
     * Returns the class of an annotation.
     *
     * @return empty if the class is missing; the annotation then has no meaning for CDI
     */
    private static Optional<ClassInfo> declaration(AnnotationInfo annotation) {
        try {
            return Optional.of(annotation.declaration());
        } catch (IllegalStateException e) {
            return Optional.empty();
        }
    }
}
