package io.github.rowmill.operate.http.job;

import io.github.rowmill.feature.job.BulkAction;
import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;

/** Lists the actions of jobs in the OpenAPI document. */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class JobSchemas implements OASFilter {

    static final String JOB = "RowmillJob";
    static final String NEW = "RowmillNewJob";

    /** Describes the field {@code action} of both schemas, unless the application leaves the API out. */
    @Override
    public void filterOpenAPI(OpenAPI api) {
        Components components = api.getComponents();
        if (components == null || components.getSchemas() == null) {
            return;
        }
        Map<String, Schema> schemas = components.getSchemas();
        Stream.of(NEW, JOB)
                .flatMap(name -> Stream.ofNullable(schemas.get(name)))
                .flatMap(job -> Stream.ofNullable(job.getProperties().get("action")))
                .forEach(action -> action.setEnumeration(List.copyOf(BulkAction.words())));
    }
}
