package io.github.rowmill.operate.http;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;

/** Removes the API from the application's OpenAPI document while it is off: its paths, its schemas and its tag. */
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
        List.copyOf(document.getPaths().getPathItems().keySet()).stream()
                .filter(path -> path.contains(PATH))
                .forEach(document.getPaths()::removePathItem);
        Components components = document.getComponents();
        if (components != null && components.getSchemas() != null) {
            List.copyOf(components.getSchemas().keySet()).stream()
                    .filter(name -> name.startsWith(SCHEMAS))
                    .forEach(components::removeSchema);
        }
        if (document.getTags() != null) {
            document.setTags(document.getTags().stream()
                    .filter(tag -> !TAG.equals(tag.getName()))
                    .toList());
        }
    }
}
