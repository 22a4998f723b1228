package io.github.rowmill.operate.http.json.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;

/** Describes the fields of bodies in the OpenAPI document. */
public final class Schemas {

    private Schemas() {}

    /** Describes the fields of a schema, unless the application leaves the API out. */
    public static void describe(OpenAPI api, String name, Consumer<Map<String, Schema>> fields) {
        Components components = api.getComponents();
        Schema schema = components == null || components.getSchemas() == null
                ? null
                : components.getSchemas().get(name);
        if (schema != null) {
            Map<String, Schema> properties = new LinkedHashMap<>();
            fields.accept(properties);
            schema.setType(List.of(SchemaType.OBJECT));
            schema.setProperties(properties);
        }
    }

    /** Returns a schema of this type. */
    public static Schema schema(SchemaType type) {
        return OASFactory.createSchema().addType(type);
    }

    /** Returns a schema of whole numbers. */
    public static Schema number() {
        return schema(SchemaType.INTEGER).format("int32");
    }
}
