package io.github.rowmill.payload.nativeimage;

import com.fasterxml.jackson.annotation.ObjectIdGenerator;
import com.fasterxml.jackson.annotation.ObjectIdResolver;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.PropertyNamingStrategy;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.cfg.HandlerInstantiator;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.jsontype.TypeIdResolver;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import java.util.function.Consumer;

/** Records the classes of which Jackson makes instances because annotations name them. Jackson makes the instances. */
final class Instances extends HandlerInstantiator {

    private final Consumer<Class<?>> made;

    Instances(Consumer<Class<?>> made) {
        this.made = made;
    }

    @Override
    public JsonDeserializer<?> deserializerInstance(DeserializationConfig config, Annotated by, Class<?> type) {
        made.accept(type);
        return null;
    }

    @Override
    public KeyDeserializer keyDeserializerInstance(DeserializationConfig config, Annotated by, Class<?> type) {
        made.accept(type);
        return null;
    }

    @Override
    public JsonSerializer<?> serializerInstance(SerializationConfig config, Annotated by, Class<?> type) {
        made.accept(type);
        return null;
    }

    @Override
    public TypeResolverBuilder<?> typeResolverBuilderInstance(MapperConfig<?> config, Annotated by, Class<?> type) {
        made.accept(type);
        return null;
    }

    @Override
    public TypeIdResolver typeIdResolverInstance(MapperConfig<?> config, Annotated by, Class<?> type) {
        made.accept(type);
        return null;
    }

    @Override
    public ObjectIdGenerator<?> objectIdGeneratorInstance(MapperConfig<?> config, Annotated by, Class<?> type) {
        made.accept(type);
        return null;
    }

    @Override
    public ObjectIdResolver resolverIdGeneratorInstance(MapperConfig<?> config, Annotated by, Class<?> type) {
        made.accept(type);
        return null;
    }

    @Override
    public PropertyNamingStrategy namingStrategyInstance(MapperConfig<?> config, Annotated by, Class<?> type) {
        made.accept(type);
        return null;
    }
}
