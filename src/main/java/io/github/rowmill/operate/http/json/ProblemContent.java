package io.github.rowmill.operate.http.json;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.media.MediaType;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;
import org.eclipse.microprofile.openapi.models.responses.APIResponses;
import org.jspecify.annotations.Nullable;

/**
 * Completes the OpenAPI description of the API, whose resources declare their errors without a content. Errors get
 * a problem as content. A second kind of success gets the content of the first one, if that has any. Other paths
 * are left alone.
 */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class ProblemContent implements OASFilter {

    private static final String API = "/rowmill/api/";
    private static final String SCHEMA = "#/components/schemas/RowmillProblem";
    private static final String SUCCESS = "2";

    @Override
    public void filterOpenAPI(OpenAPI api) {
        api.getPaths().getPathItems().forEach((path, item) -> {
            if (path.contains(API)) {
                item.getOperations().values().forEach(ProblemContent::complete);
            }
        });
    }

    private static void complete(Operation operation) {
        APIResponses responses = operation.getResponses();
        responses.setDefaultValue(OASFactory.createAPIResponse().description("Any other error"));
        Optional<Content> success = responses.getAPIResponses().entrySet().stream()
                .filter(response -> response.getKey().startsWith(SUCCESS))
                .map(Map.Entry::getValue)
                .map(APIResponse::getContent)
                .filter(ProblemContent::isDescribed)
                .findFirst();
        responses.getAPIResponses().forEach((code, response) -> {
            if (!isDescribed(response.getContent())) {
                response.setContent(code.startsWith(SUCCESS) ? success.orElse(null) : problem());
            }
        });
    }

    private static boolean isDescribed(@Nullable Content content) {
        return content != null
                && content.getMediaTypes().values().stream()
                        .map(MediaType::getSchema)
                        .anyMatch(schema -> schema != null && (schema.getRef() != null || schema.getType() != null));
    }

    private static Content problem() {
        return OASFactory.createContent()
                .addMediaType(
                        Problem.MEDIA_TYPE,
                        OASFactory.createMediaType()
                                .schema(OASFactory.createSchema().ref(SCHEMA)));
    }
}
