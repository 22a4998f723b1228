package io.github.rowmill.operate.http;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import io.smallrye.openapi.api.util.FilterUtil;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;

/**
 * Removes the API from the application's OpenAPI document while it is off: its paths, its tag, its schemas and those
 * that nothing else refers to. A schema that the application refers to, or that nothing ever did, stays.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.RUNTIME_STARTUP)
public final class ClosedApi implements OASFilter {

    private static final String PATH = "/" + OwnPaths.API + "/";
    private static final String SCHEMAS = "Rowmill";
    private static final String TAG = "rowmill";

    @Override
    public void filterOpenAPI(OpenAPI document) {
        boolean isOn = ConfigProvider.getConfig()
                .getOptionalValue("rowmill.api.enabled", Boolean.class)
                .orElse(false);
        if (isOn || document.getPaths() == null) {
            return;
        }
        Set<String> referred = References.of(document);
        List.copyOf(document.getPaths().getPathItems().keySet()).stream()
                .filter(path -> path.contains(PATH))
                .forEach(document.getPaths()::removePathItem);
        if (document.getTags() != null) {
            document.setTags(document.getTags().stream()
                    .filter(tag -> !TAG.equals(tag.getName()))
                    .toList());
        }
        Components components = document.getComponents();
        if (components != null && components.getSchemas() != null) {
            removeSchemas(components, name -> name.startsWith(SCHEMAS));
            referred.removeAll(References.of(document));
            removeSchemas(components, referred::contains);
        }
    }

    private static void removeSchemas(Components components, Predicate<String> superfluous) {
        List.copyOf(components.getSchemas().keySet()).stream()
                .filter(superfluous)
                .forEach(components::removeSchema);
    }

    /** Collects the names of the schemas that a document refers to. */
    private static final class References implements OASFilter {

        private static final String PREFIX = "#/components/schemas/";

        private final Set<String> names = new HashSet<>();

        static Set<String> of(OpenAPI document) {
            References references = new References();
            FilterUtil.applyFilter(references, document);
            return references.names;
        }

        @Override
        public Schema filterSchema(Schema schema) {
            if (schema.getRef() != null && schema.getRef().startsWith(PREFIX)) {
                names.add(schema.getRef().substring(PREFIX.length()));
            }
            return schema;
        }
    }
}
