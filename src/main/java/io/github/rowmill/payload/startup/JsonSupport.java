package io.github.rowmill.payload.startup;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.std.ContainerDeserializerBase;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.ser.impl.UnknownSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that Jackson can write and read a class, without making an instance. Jackson itself reports problems only
 * at the first value. For an interface, or a class without a usable constructor, it makes a reader that always
 * fails.
 */
final class JsonSupport {

    private final ObjectMapper mapper;
    private final DeserializationContext context;

    JsonSupport(ObjectMapper mapper) {
        this.mapper = mapper;
        DefaultDeserializationContext blueprint = (DefaultDeserializationContext) mapper.getDeserializationContext();
        this.context = blueprint.createDummyInstance(mapper.getDeserializationConfig());
    }

    TypeFactory types() {
        return mapper.getTypeFactory();
    }

    /** Returns whether a type has a field of this name, or may have any. */
    boolean mayHaveField(JavaType java, String name) {
        return java.isMapLikeType()
                || java.isTypeOrSubTypeOf(JsonNode.class)
                || mapper.getSerializationConfig().introspect(java).findProperties().stream()
                        .anyMatch(property -> property.getName().equals(name));
    }

    /**
     * Returns the classes in the JSON of a type: its own, those of its properties at any depth, and those of
     * elements of collections.
     */
    Set<Class<?>> parts(JavaType java) {
        Set<Class<?>> parts = new LinkedHashSet<>();
        addParts(java, parts);
        return parts;
    }

    private void addParts(JavaType java, Set<Class<?>> parts) {
        java.getBindings().getTypeParameters().forEach(argument -> addParts(argument, parts));
        if (java.getContentType() != null) {
            addParts(java.getContentType(), parts);
        } else if (!java.getRawClass().getName().startsWith("java.") && parts.add(java.getRawClass())) {
            mapper.getDeserializationConfig().introspect(java).findProperties().stream()
                    .map(BeanPropertyDefinition::getPrimaryType)
                    .forEach(part -> addParts(part, parts));
        }
    }

    /**
     * Returns the problem of the type, or of a type that it consists of.
     *
     * @return empty if there is none
     */
    Optional<String> problem(JavaType java) {
        try {
            String unreadable = unreadable(context.findRootValueDeserializer(java), new HashSet<>());
            return Optional.ofNullable(unreadable != null ? unreadable : unwritable(java));
        } catch (JsonMappingException e) {
            return Optional.of("Jackson cannot handle: " + e.getOriginalMessage());
        }
    }

    private @Nullable String unreadable(@Nullable JsonDeserializer<?> reader, Set<JsonDeserializer<?>> seen)
            throws JsonMappingException {
        if (reader instanceof ContainerDeserializerBase<?> container) {
            return unreadable(container.getContentDeserializer(), seen);
        }
        if (reader == null || !seen.add(reader) || isTyped(reader)) {
            return null;
        }
        if (reader instanceof AbstractDeserializer) {
            return "cannot be read from JSON: %s is abstract, and no annotation names the class to create"
                    .formatted(reader.handledType().getName());
        }
        return reader instanceof BeanDeserializerBase bean ? unreadable(bean, seen) : null;
    }

    /**
     * Returns whether the JSON of a class names the subclass to create, so that the class itself is never created.
     */
    private boolean isTyped(JsonDeserializer<?> reader) throws JsonMappingException {
        Class<?> handled = reader.handledType();
        return handled != null
                && context.getFactory().findTypeDeserializer(context.getConfig(), mapper.constructType(handled))
                        != null;
    }

    private @Nullable String unreadable(BeanDeserializerBase bean, Set<JsonDeserializer<?>> seen)
            throws JsonMappingException {
        if (!bean.getValueInstantiator().canInstantiate()) {
            return "cannot be read from JSON: %s has no constructor that Jackson can call; make it a record, or give it a constructor without parameters, or one with @JsonCreator"
                    .formatted(bean.handledType().getName());
        }
        for (Iterator<SettableBeanProperty> properties = bean.properties(); properties.hasNext(); ) {
            SettableBeanProperty property = properties.next();
            boolean typed = property.hasValueTypeDeserializer() || property.getAnnotation(JsonTypeInfo.class) != null;
            String problem = typed ? null : unreadable(property.getValueDeserializer(), seen);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private @Nullable String unwritable(JavaType type) throws JsonMappingException {
        JsonSerializer<?> writer = mapper.getSerializerProviderInstance().findTypedValueSerializer(type, true, null);
        boolean empty = writer instanceof UnknownSerializer && !type.isAbstract();
        return empty && mapper.isEnabled(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                ? "cannot be written as JSON: %s has nothing that Jackson can see; make it a record, or give it getters"
                        .formatted(type.getRawClass().getName())
                : null;
    }
}
