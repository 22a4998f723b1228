package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.util.NameTransformer;
import io.github.rowmill.api.Sensitive;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the {@link Sensitive} fields of classes, as Jackson writes and reads them. The fields of a class
 * that Jackson writes in a shape of its own cannot be followed. If such a class may hold a sensitive
 * value, all of it is sensitive.
 */
final class SensitiveFields {

    private final ObjectMapper mapper;
    private final JacksonShapes shapes;
    private final Map<JavaType, Shape> known = new ConcurrentHashMap<>();
    private final Map<JavaType, Boolean> anywhere = new ConcurrentHashMap<>();

    SensitiveFields(ObjectMapper mapper) {
        this.mapper = mapper;
        this.shapes = new JacksonShapes(mapper);
    }

    /**
     * A field of a class or of one of its subclasses.
     *
     * @param isOpaque whether its value is written in a shape that cannot be followed
     */
    record Field(boolean sensitive, boolean isOpaque, JavaType type) {

        private Field or(Field other) {
            return sensitive ? this : other;
        }
    }

    /**
     * The fields of a class and its subclasses, as they are written.
     *
     * @param isOpaque whether the fields cannot be followed
     * @param isSecret whether a sensitive member belongs to no field of Jackson's
     * @param named the fields by their names
     * @param other the field for any other name; null if there is none
     */
    private record Shape(
            boolean isOpaque,
            boolean isSecret,
            Map<String, Field> named,
            @Nullable Field other) {

        static final Shape NONE = new Shape(false, false, Map.of(), null);

        Stream<Field> fields() {
            return Stream.concat(named.values().stream(), Stream.ofNullable(other));
        }

        private Shape and(Shape more) {
            Map<String, Field> both = new HashMap<>(named);
            more.named.forEach((name, field) -> both.merge(name, field, Field::or));
            Field others = other == null ? more.other : more.other == null ? other : other.or(more.other);
            return new Shape(isOpaque || more.isOpaque, isSecret || more.isSecret, Map.copyOf(both), others);
        }
    }

    /**
     * Returns the field that a name stands for in an object of this type. Without an exact match, case is ignored,
     * as Jackson may ignore it.
     *
     * @return null if no such field is known
     */
    @Nullable
    Field field(JavaType type, String name) {
        if (type.isMapLikeType()) {
            return new Field(false, false, type.getContentType());
        }
        if (type.isReferenceType()) {
            return field(type.getContentType(), name);
        }
        Shape shape = of(type);
        Field exactly = shape.named.get(name);
        return exactly != null
                ? exactly
                : shape.named.entrySet().stream()
                        .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                        .map(Map.Entry::getValue)
                        .reduce(Field::or)
                        .orElse(shape.other);
    }

    /** Returns whether the whole field is sensitive. */
    boolean hides(Field field) {
        return field.sensitive() || (field.isOpaque() && anywhereIn(field.type()));
    }

    /** Returns whether a value of this type is sensitive as a whole. */
    boolean hides(JavaType type) {
        return of(type).isOpaque && anywhereIn(type);
    }

    /**
     * Returns whether a payload of this type is sensitive as a whole. If Jackson wraps root
     * values, every payload is.
     */
    boolean hidesPayload(JavaType type) {
        return mapper.isEnabled(SerializationFeature.WRAP_ROOT_VALUE) || hides(type);
    }

    /** Returns whether any name in a payload may be the name of a sensitive field. */
    boolean mayHideAnyName(JavaType type) {
        Field other = of(type).other;
        return hidesPayload(type) || (other != null && hides(other));
    }

    /** Returns whether a value of this type may hold a sensitive value, at any depth. */
    boolean anywhereIn(JavaType type) {
        Boolean found = anywhere.get(type);
        if (found == null) {
            found = isAnywhereIn(type, new HashSet<>());
            anywhere.put(type, found);
        }
        return found;
    }

    private boolean isAnywhereIn(JavaType type, Set<JavaType> seen) {
        if (!seen.add(type)) {
            return false;
        }
        Shape shape = of(type);
        return shape.isSecret
                || content(type).filter(content -> isAnywhereIn(content, seen)).isPresent()
                || shape.fields().anyMatch(field -> field.sensitive() || isAnywhereIn(field.type(), seen));
    }

    /** Returns the content type of a list, an array, a map or an optional. */
    static Optional<JavaType> content(JavaType type) {
        return type.isContainerType() || type.isReferenceType()
                ? Optional.ofNullable(type.getContentType())
                : Optional.empty();
    }

    private Shape of(JavaType type) {
        return of(type, Set.of());
    }

    private Shape of(JavaType type, Set<JavaType> outer) {
        Shape shape = known.get(type);
        if (shape == null) {
            shape = read(type, outer);
            known.put(type, shape);
        }
        return shape;
    }

    private Shape read(JavaType type, Set<JavaType> outer) {
        if (type.isPrimitive()
                || type.isArrayType()
                || type.getRawClass().getName().startsWith("java.")) {
            return Shape.NONE;
        }
        if (outer.contains(type)) {
            return new Shape(true, false, Map.of(), null);
        }
        Set<JavaType> inside = new HashSet<>(outer);
        inside.add(type);
        return shapes.types(type).map(one -> readOne(one, inside)).reduce(Shape.NONE, Shape::and);
    }

    private Shape readOne(JavaType type, Set<JavaType> inside) {
        BeanDescription written = mapper.getSerializationConfig().introspect(type);
        BeanDescription read = mapper.getDeserializationConfig().introspect(type);
        boolean isSecret = RawSecrets.areLeftBy(type.getRawClass(), written, read);
        boolean isOpaque = isSecret || !shapes.isFollowed(type, written);
        Shape shape = new Shape(isOpaque, isSecret, Map.of(), others(written, read));
        for (BeanDescription side : List.of(written, read)) {
            for (BeanPropertyDefinition property : side.findProperties()) {
                shape = shape.and(ofProperty(property, inside));
            }
        }
        boolean hasOwn = shape.fields().anyMatch(Field::sensitive);
        return type.isContainerType() && hasOwn ? shape.and(new Shape(true, true, Map.of(), null)) : shape;
    }

    private Shape ofProperty(BeanPropertyDefinition property, Set<JavaType> inside) {
        List<AnnotatedMember> members = members(property);
        JavaType type = shapes.written(property.getPrimaryType(), property.getPrimaryMember());
        Field field = new Field(isSensitive(members), !members.stream().allMatch(shapes::isFollowed), type);
        return shapes.unwrapping(members)
                .map(names -> unwrapped(of(type, inside), field, names))
                .orElseGet(() -> {
                    Map<String, Field> named = new HashMap<>();
                    named.put(property.getName(), field);
                    members.stream().flatMap(shapes::aliases).forEach(alias -> named.put(alias, field));
                    return new Shape(false, false, named, null);
                });
    }

    /**
     * Returns the fields of an object that is written unwrapped into another. If the object is
     * sensitive, its fields are too.
     */
    private static Shape unwrapped(Shape inner, Field as, NameTransformer names) {
        Map<String, Field> named = new HashMap<>();
        inner.named.forEach((name, field) -> named.put(names.transform(name), as.sensitive() ? as.or(field) : field));
        return new Shape(inner.isOpaque || as.isOpaque(), inner.isSecret, named, inner.other);
    }

    /**
     * Returns the field for names that are no fields, or for a value that is written in the place of the object.
     */
    private static @Nullable Field others(BeanDescription written, BeanDescription read) {
        return Stream.of(written.findAnyGetter(), written.findJsonValueAccessor(), read.findAnySetterAccessor())
                .flatMap(Stream::ofNullable)
                .map(member -> {
                    JavaType content = member.getType().getContentType();
                    return new Field(isSensitive(List.of(member)), false, content == null ? member.getType() : content);
                })
                .reduce(Field::or)
                .orElse(null);
    }

    private static List<AnnotatedMember> members(BeanPropertyDefinition property) {
        return Stream.<@Nullable AnnotatedMember>of(
                        property.getField(),
                        property.getGetter(),
                        property.getSetter(),
                        property.getConstructorParameter())
                .flatMap(Stream::ofNullable)
                .toList();
    }

    private static boolean isSensitive(List<AnnotatedMember> members) {
        return members.stream().anyMatch(member -> member.hasAnnotation(Sensitive.class));
    }
}
