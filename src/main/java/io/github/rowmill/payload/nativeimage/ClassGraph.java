package io.github.rowmill.payload.nativeimage;

import java.util.SortedSet;
import java.util.TreeSet;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.Type;

/** Classes and, over their fields, parents and the classes their annotations name, all that JSON of them is made of. */
final class ClassGraph {

    private final ClassFiles files;
    private final SortedSet<String> names = new TreeSet<>();

    ClassGraph(ClassFiles files) {
        this.files = files;
    }

    /** The classes reached so far that are not the JDK's. */
    SortedSet<String> names() {
        return names;
    }

    void add(Type type) {
        switch (type.kind()) {
            case CLASS -> add(type.name());
            case ARRAY -> add(type.asArrayType().elementType());
            case PARAMETERIZED_TYPE -> {
                add(type.name());
                type.asParameterizedType().arguments().forEach(this::add);
            }
            case WILDCARD_TYPE -> add(type.asWildcardType().extendsBound());
            case TYPE_VARIABLE -> type.asTypeVariable().bounds().forEach(this::add);
            default -> {}
        }
    }

    private void add(DotName name) {
        if (!names.contains(name.toString())) {
            files.find(name).ifPresent(this::add);
        }
    }

    private void add(ClassInfo found) {
        names.add(found.name().toString());
        found.fields().stream().map(FieldInfo::type).forEach(this::add);
        if (found.superClassType() != null) {
            add(found.superClassType());
        }
        found.annotations().stream()
                .map(AnnotationInstance::values)
                .flatMap(java.util.List::stream)
                .forEach(this::add);
    }

    private void add(AnnotationValue value) {
        switch (value.kind()) {
            case CLASS -> add(value.asClass());
            case NESTED -> value.asNested().values().forEach(this::add);
            case ARRAY -> value.asArrayList().forEach(this::add);
            default -> {}
        }
    }
}
