package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedClassResolver;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.jsontype.NamedType;
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

/** The fields of classes as Jackson writes them, and which of them are {@link Sensitive}. */
final class SensitiveFields {

    private final ObjectMapper mapper;
    private final Map<JavaType, Map<String, Field>> known = new ConcurrentHashMap<>();
    private final Map<JavaType, Boolean> anywhere = new ConcurrentHashMap<>();

    SensitiveFields(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** A field of a class or of one of its subclasses. */
    record Field(boolean sensitive, JavaType type) {

        private Field or(Field other) {
            return sensitive ? this : other;
        }
    }

    /** The fields of a class by name; those of the subclasses that Jackson knows of too. None for what is no object. */
    Map<String, Field> of(JavaType type) {
        return known.computeIfAbsent(type, this::read);
    }

    /** Whether something sensitive may be in a value of this type, at whatever depth. */
    boolean anywhereIn(JavaType type) {
        return anywhere.computeIfAbsent(type, one -> isAnywhereIn(one, new HashSet<>()));
    }

    private boolean isAnywhereIn(JavaType type, Set<JavaType> seen) {
        if (!seen.add(type)) {
            return false;
        }
        return content(type)
                .map(content -> isAnywhereIn(content, seen))
                .orElseGet(() -> of(type).values().stream()
                        .anyMatch(field -> field.sensitive() || isAnywhereIn(field.type(), seen)));
    }

    /** What a list, an array, a map or an optional is of. */
    static Optional<JavaType> content(JavaType type) {
        return type.isContainerType() || type.isReferenceType()
                ? Optional.ofNullable(type.getContentType())
                : Optional.empty();
    }

    private Map<String, Field> read(JavaType type) {
        if (type.isPrimitive()
                || type.isContainerType()
                || type.getRawClass().getName().startsWith("java.")) {
            return Map.of();
        }
        Map<String, Field> fields = new HashMap<>();
        types(type)
                .flatMap(this::properties)
                .forEach(property -> fields.merge(
                        property.getName(), new Field(isSensitive(property), property.getPrimaryType()), Field::or));
        return Map.copyOf(fields);
    }

    private Stream<JavaType> types(JavaType type) {
        AnnotatedClass annotated =
                AnnotatedClassResolver.resolve(mapper.getSerializationConfig(), type, mapper.getSerializationConfig());
        List<JavaType> subtypes = mapper
                .getSubtypeResolver()
                .collectAndResolveSubtypesByClass(mapper.getSerializationConfig(), annotated)
                .stream()
                .map(NamedType::getType)
                .filter(type.getRawClass()::isAssignableFrom)
                .map(subtype -> mapper.getTypeFactory().constructType(subtype))
                .toList();
        return Stream.concat(Stream.of(type), subtypes.stream()).distinct();
    }

    private Stream<BeanPropertyDefinition> properties(JavaType type) {
        return mapper.getSerializationConfig().introspect(type).findProperties().stream();
    }

    private static boolean isSensitive(BeanPropertyDefinition property) {
        return Stream.<@Nullable AnnotatedMember>of(
                        property.getField(),
                        property.getGetter(),
                        property.getSetter(),
                        property.getConstructorParameter())
                .anyMatch(member -> member != null && member.hasAnnotation(Sensitive.class));
    }
}
