package io.github.rowmill.payload.nativeimage;

import java.util.Set;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

/**
 * Finds the classes that only JSON names, if {@code @JsonTypeInfo} allows that: all subtypes on the class path.
 */
final class NamedInJson {

    private static final DotName TYPE_INFO = DotName.createSimple("com.fasterxml.jackson.annotation.JsonTypeInfo");
    private static final DotName SUBTYPES = DotName.createSimple("com.fasterxml.jackson.annotation.JsonSubTypes");
    private static final Set<String> BY_CLASS = Set.of("CLASS", "MINIMAL_CLASS", "CUSTOM");
    private static final Set<String> ANYTHING =
            Set.of("java.lang.Object", "java.io.Serializable", "java.lang.Comparable");

    private final ClassFiles files;

    NamedInJson(ClassFiles files) {
        this.files = files;
    }

    /**
     * Returns the classes whose subtypes JSON may name, because of this annotation.
     *
     * @throws IllegalStateException JSON may name any class
     */
    Stream<DotName> bases(AnnotationInstance annotation, AnnotationTarget target) {
        AnnotationValue use = annotation.value("use");
        if (!annotation.name().equals(TYPE_INFO) || use == null || !BY_CLASS.contains(use.asEnum())) {
            return Stream.empty();
        }
        return types(target).flatMap(NamedInJson::classes).peek(base -> refuseAnything(base, target));
    }

    private static void refuseAnything(DotName base, AnnotationTarget target) {
        if (ANYTHING.contains(base.toString()) && !target.hasAnnotation(SUBTYPES)) {
            throw new IllegalStateException(
                    "%s of a payload may be of any class that its JSON names, and a native image has only the classes known at build time: name them by @JsonSubTypes, or use another type"
                            .formatted(target));
        }
    }

    private static Stream<Type> types(AnnotationTarget target) {
        return switch (target.kind()) {
            case CLASS -> Stream.of(Type.create(target.asClass().name(), Type.Kind.CLASS));
            case FIELD -> Stream.of(target.asField().type());
            case METHOD -> types(target.asMethod());
            case METHOD_PARAMETER -> Stream.of(target.asMethodParameter().type());
            case RECORD_COMPONENT -> Stream.of(target.asRecordComponent().type());
            default -> Stream.empty();
        };
    }

    private static Stream<Type> types(MethodInfo method) {
        return Stream.concat(Stream.of(method.returnType()), method.parameterTypes().stream());
    }

    /** Returns the class of a type and those of its arguments, such as the elements of a list. */
    private static Stream<DotName> classes(Type type) {
        return switch (type.kind()) {
            case CLASS -> Stream.of(type.name());
            case ARRAY -> classes(type.asArrayType().elementType());
            case PARAMETERIZED_TYPE ->
                Stream.concat(
                        Stream.of(type.name()),
                        type.asParameterizedType().arguments().stream().flatMap(NamedInJson::classes));
            case WILDCARD_TYPE -> classes(type.asWildcardType().extendsBound());
            default -> Stream.empty();
        };
    }

    /** Returns the classes on the class path that extend or implement a class, directly or over other classes. */
    Stream<DotName> subtypes(DotName base) {
        return base.toString().startsWith("java.")
                ? Stream.empty()
                : files.children(base).stream()
                        .map(ClassInfo::name)
                        .flatMap(child -> Stream.concat(Stream.of(child), subtypes(child)));
    }
}
