package io.github.rowmill.operate.http.flow;

import io.github.rowmill.api.FlowView.State;
import io.github.rowmill.feature.flow.store.FlowReader;
import io.github.rowmill.operate.http.Parameters;
import jakarta.ws.rs.QueryParam;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The query parameters of a page of flows. They are checked together. */
public final class FlowQuery {

    @QueryParam("name")
    @Parameter(description = "Only flows of this name.")
    @Nullable
    String name;

    @QueryParam("state")
    @Parameter(description = "Only flows in this state.")
    @Schema(enumeration = {"running", "held", "ended", "cancelled"})
    @Nullable
    String state;

    @QueryParam("after")
    @Parameter(description = "The id of the last flow of the page before: its `next`.")
    @Schema(type = SchemaType.INTEGER, format = "int64")
    @Nullable
    String after;

    @QueryParam("limit")
    @Parameter(description = "Most flows of the page.")
    @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "200", defaultValue = Parameters.PAGE)
    @Nullable
    String limit;

    /** A page that is asked for. */
    record Asked(FlowReader.Query query, int limit) {}

    Asked read() {
        Parameters parameters = new Parameters();
        long before = after == null ? Long.MAX_VALUE : parameters.number("after", after, Long.MAX_VALUE);
        Optional<State> wanted = Arrays.stream(State.values())
                .filter(one -> FlowJson.word(one).equals(state))
                .findFirst();
        if (state != null && wanted.isEmpty()) {
            parameters.refuse("state", "must be one of running, held, ended, cancelled, was '%s'".formatted(state));
        }
        String named = parameters.text("name", name);
        long most = parameters.limit(limit);
        parameters.refuse();
        return new Asked(new FlowReader.Query(before, named, wanted.orElse(null)), (int) most);
    }
}
