package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedClassResolver;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.ser.impl.BeanAsArraySerializer;
import com.fasterxml.jackson.databind.ser.impl.UnknownSerializer;
import com.fasterxml.jackson.databind.ser.std.BeanSerializerBase;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads from Jackson's own configuration whether it writes a class as an object with its fields by name. */
final class JacksonShapes {

    /** Shapes that leave an object a JSON object. */
    private static final Set<JsonFormat.Shape> OBJECTS =
            Set.of(JsonFormat.Shape.ANY, JsonFormat.Shape.NATURAL, JsonFormat.Shape.OBJECT, JsonFormat.Shape.POJO);

    private static final Set<JsonTypeInfo.As> WRAPPERS =
            Set.of(JsonTypeInfo.As.WRAPPER_OBJECT, JsonTypeInfo.As.WRAPPER_ARRAY);

    private final ObjectMapper mapper;
    private final SerializationConfig config;
    private final AnnotationIntrospector introspector;

    JacksonShapes(ObjectMapper mapper) {
        this.mapper = mapper;
        this.config = mapper.getSerializationConfig();
        this.introspector = config.getAnnotationIntrospector();
    }

    /**
     * Returns whether a class is written as an object of its fields, without a wrapper. Lists, maps and optionals
     * also count, as their content is followed.
     */
    boolean isFollowed(JavaType type, BeanDescription written) {
        return !isWrapped(written.getClassInfo())
                && written.findJsonValueAccessor() == null
                && (type.isContainerType() || type.isReferenceType() || isWrittenAsObject(type));
    }

    private boolean isWrittenAsObject(JavaType type) {
        try {
            JsonSerializer<?> serializer =
                    mapper.getSerializerProviderInstance().findValueSerializer(type, null);
            boolean isOfFields =
                    serializer instanceof BeanSerializerBase && !(serializer instanceof BeanAsArraySerializer);
            return (isOfFields && !serializer.usesObjectId()) || serializer instanceof UnknownSerializer;
        } catch (JsonMappingException e) {
            return false; // Jackson cannot write it, but may read it from a row that was written elsewhere.
        }
    }

    /** Returns whether a field has no annotation by which Jackson writes its value in another shape. */
    boolean isFollowed(AnnotatedMember member) {
        JsonFormat.Value format = introspector.findFormat(member);
        return introspector.findSerializer(member) == null
                && introspector.findContentSerializer(member) == null
                && introspector.findSerializationConverter(member) == null
                && introspector.findSerializationContentConverter(member) == null
                && (format == null || OBJECTS.contains(format.getShape()))
                && !isWrapped(member);
    }

    private boolean isWrapped(Annotated annotated) {
        JsonTypeInfo.Value type = introspector.findPolymorphicTypeInfo(config, annotated);
        return type != null && WRAPPERS.contains(type.getInclusionType());
    }

    /** Returns the type that Jackson writes a field as. */
    JavaType written(JavaType declared, @Nullable AnnotatedMember member) {
        try {
            return member == null ? declared : introspector.refineSerializationType(config, member, declared);
        } catch (JsonMappingException e) {
            return declared; // The annotated type does not fit.
        }
    }

    /** Returns how Jackson renames the fields of an unwrapped field, or empty if the field is not unwrapped. */
    Optional<NameTransformer> unwrapping(List<AnnotatedMember> members) {
        return members.stream()
                .map(introspector::findUnwrappingNameTransformer)
                .flatMap(Stream::ofNullable)
                .findFirst();
    }

    /** Returns the other names by which Jackson reads a field. */
    Stream<String> aliases(AnnotatedMember member) {
        List<PropertyName> aliases = introspector.findPropertyAliases(member);
        return aliases == null ? Stream.of() : aliases.stream().map(PropertyName::getSimpleName);
    }

    /**
     * Returns a class and its subclasses, as far as they are registered with Jackson or
     * permitted by a sealed class.
     */
    Stream<JavaType> types(JavaType type) {
        AnnotatedClass annotated = AnnotatedClassResolver.resolve(config, type, config);
        Stream<Class<?>> registered =
                mapper.getSubtypeResolver().collectAndResolveSubtypesByClass(config, annotated).stream()
                        .map(NamedType::getType);
        Stream<JavaType> subtypes = Stream.<Class<?>>concat(registered, permitted(type.getRawClass()))
                .filter(subtype -> type.getRawClass().isAssignableFrom(subtype) && subtype != type.getRawClass())
                .map(subtype -> mapper.getTypeFactory().constructType(subtype));
        return Stream.concat(Stream.of(type), subtypes).distinct();
    }

    private static Stream<Class<?>> permitted(Class<?> raw) {
        Class<?>[] permitted = raw.getPermittedSubclasses();
        return permitted == null
                ? Stream.of()
                : Arrays.stream(permitted).flatMap(one -> Stream.concat(Stream.of(one), permitted(one)));
    }
}
