package io.github.rowmill.payload.nativeimage;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.ClassUtil;
import com.fasterxml.jackson.databind.util.LRUMap;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Collects the classes whose members or constructors Jackson uses by reflection when it writes and reads a payload. */
final class Introspection {

    private final SortedSet<String> names = new TreeSet<>();

    private Introspection() {}

    static SortedSet<String> of(Object payload) throws JsonProcessingException {
        Introspection introspection = new Introspection();
        ObjectMapper mapper = JsonMapper.builder()
                .findAndAddModules()
                .addModule(introspection.module())
                .typeFactory(introspection.types())
                .handlerInstantiator(new Instances(introspection::add))
                .build();
        mapper.readValue(mapper.writeValueAsString(payload), payload.getClass());
        return introspection.names;
    }

    private void add(Class<?> type) {
        Class<?> plain = type.isArray() ? type.getComponentType() : type;
        if (!plain.isPrimitive() && !plain.getName().startsWith("java.")) {
            names.add(plain.getName());
        }
    }

    private void add(JavaType type) {
        add(type.getRawClass());
        ClassUtil.findSuperTypes(type, null, false).forEach(each -> add(each.getRawClass()));
        type.getBindings().getTypeParameters().forEach(this::add);
    }

    private void add(BeanDescription bean) {
        add(bean.getType());
        if (bean.getObjectIdInfo() != null) {
            add(bean.getObjectIdInfo().getGeneratorType());
            add(bean.getObjectIdInfo().getResolverType());
        }
        for (BeanPropertyDefinition property : bean.findProperties()) {
            Stream.<AnnotatedMember>of(property.getAccessor(), property.getMutator())
                    .filter(member -> member != null)
                    .forEach(member -> {
                        add(member.getDeclaringClass());
                        add(member.getType());
                    });
        }
    }

    private TypeFactory types() {
        return new TypeFactory(new LRUMap<>(1, 100)) {
            @Override
            public Class<?> findClass(String name) throws ClassNotFoundException {
                Class<?> found = super.findClass(name);
                add(found);
                return found;
            }
        };
    }

    private SimpleModule module() {
        return new SimpleModule()
                .setSerializerModifier(new BeanSerializerModifier() {
                    @Override
                    public List<BeanPropertyWriter> changeProperties(
                            SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> properties) {
                        add(bean);
                        return properties;
                    }

                    @Override
                    public JsonSerializer<?> modifyEnumSerializer(
                            SerializationConfig config, JavaType type, BeanDescription bean, JsonSerializer<?> own) {
                        add(bean);
                        return own;
                    }
                })
                .setDeserializerModifier(new BeanDeserializerModifier() {
                    @Override
                    public BeanDeserializerBuilder updateBuilder(
                            DeserializationConfig config, BeanDescription bean, BeanDeserializerBuilder builder) {
                        add(bean);
                        return builder;
                    }

                    @Override
                    public JsonDeserializer<?> modifyEnumDeserializer(
                            DeserializationConfig config,
                            JavaType type,
                            BeanDescription bean,
                            JsonDeserializer<?> own) {
                        add(bean);
                        return own;
                    }
                });
    }
}
