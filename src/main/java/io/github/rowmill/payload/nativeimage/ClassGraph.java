package io.github.rowmill.payload.nativeimage;

import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.FieldInfo;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

/**
 * Collects classes and all classes of their JSON: the types of properties, parents, and classes that annotations
 * name.
 */
final class ClassGraph {

    private static final String JACKSON = "com.fasterxml.jackson.";
    private static final DotName BUNDLE = DotName.createSimple(JACKSON + "annotation.JacksonAnnotationsInside");

    private final ClassFiles files;
    private final NamedInJson namedInJson;
    private final SortedSet<String> names = new TreeSet<>();
    private final Set<DotName> bases = new HashSet<>();

    ClassGraph(ClassFiles files) {
        this.files = files;
        this.namedInJson = new NamedInJson(files);
    }

    /** Returns the classes collected so far, without those of the JDK. */
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
        if (found.superClassType() != null) {
            add(found.superClassType());
        }
        // Annotations name classes of Jackson itself. Jackson makes instances of them, but no JSON.
        if (!found.name().toString().startsWith(JACKSON)) {
            found.fields().stream().map(FieldInfo::type).forEach(this::add);
            found.interfaceTypes().forEach(this::add);
            Accessors.types(found).forEach(this::add);
            found.annotations().forEach(each -> add(each, each.target()));
        }
        if (found.isEnum() && !Modifier.isFinal(found.flags())) {
            files.children(found.name()).forEach(this::add); // classes of constants that have bodies
        }
    }

    private void add(AnnotationInstance annotation, AnnotationTarget target) {
        annotation.values().forEach(this::add);
        namedInJson
                .bases(annotation, target)
                .filter(bases::add)
                .forEach(base -> namedInJson.subtypes(base).forEach(this::add));
        files.find(annotation.name()).filter(this::isOfJackson).ifPresent(type -> {
            type.methods().stream()
                    .map(MethodInfo::defaultValue)
                    .filter(value -> value != null)
                    .forEach(this::add);
            type.declaredAnnotations().forEach(each -> add(each, target));
        });
    }

    private boolean isOfJackson(ClassInfo annotation) {
        return annotation.name().toString().startsWith(JACKSON) || annotation.hasDeclaredAnnotation(BUNDLE);
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
