package io.github.rowmill.operate.http;

import jakarta.ws.rs.QueryParam;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The query parameters of a page of a list that is ordered by name. */
public final class PageByName {

    @QueryParam("after")
    @Parameter(description = "The name of the last item of the page before: its `next`.")
    @Nullable
    String after;

    @QueryParam("limit")
    @Parameter(description = "Most items of the page.")
    @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "200", defaultValue = Parameters.PAGE)
    @Nullable
    String limit;

    /**
     * Returns the name after which the page begins.
     *
     * @return the empty text for the first page
     */
    public String after() {
        Parameters parameters = new Parameters();
        String name = parameters.text("after", after);
        parameters.refuse();
        return name == null ? "" : name;
    }

    /** Returns the most entries of the page. */
    public int limit() {
        return Parameters.onlyLimit(limit);
    }
}
