package io.github.rowmill.operate.page.list;

import io.github.rowmill.api.Violation;
import io.github.rowmill.config.Permission;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.http.PageRequest;
import io.github.rowmill.operate.http.body.TakesBody;
import io.github.rowmill.operate.http.json.ProblemException;
import io.github.rowmill.operate.page.ConfirmedAction;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.operate.view.SavedView;
import io.github.rowmill.operate.view.SavedViews;
import io.github.rowmill.text.Storable;
import io.quarkus.arc.properties.IfBuildProperty;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Saves and deletes searches with a name. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is. */
@Path("rowmill/views")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class ViewsResource {

    private final Pages pages;
    private final Access access;
    private final SavedViews views;

    ViewsResource(Pages pages, Access access, SavedViews views) {
        this.pages = pages;
        this.access = access;
        this.views = views;
    }

    @POST
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response save(
            @FormParam("name") @DefaultValue("") String text, @FormParam("q") @DefaultValue("") String query) {
        access.requireSomewhere(Permission.OPERATE);
        String name = text.strip();
        if (name.isEmpty() || name.length() > SavedView.MAX_NAME || Storable.isUnstorable(name)) {
            throw refused("name", "must have 1 to %s characters".formatted(SavedView.MAX_NAME));
        }
        if (PageRequest.filter(query).terms().isEmpty()) {
            throw refused("q", "is empty; a view needs a search");
        }
        if (!views.save(new SavedView(name, query.strip()))) {
            throw refused("name", "cannot be added: there are %s views; delete one first".formatted(SavedViews.MAX));
        }
        return pages.done("tasks?q=" + Search.encoded(query.strip()), ConfirmedAction.SAVE_VIEW);
    }

    @POST
    @Path("/delete")
    @Operation(hidden = true)
    @TakesBody.FromOperators
    public Response delete(@FormParam("name") @DefaultValue("") String name) {
        if (!views.delete(name)) {
            throw new NotFoundException();
        }
        return pages.done("tasks", ConfirmedAction.DELETE_VIEW);
    }

    private static ProblemException refused(String field, String message) {
        return ProblemException.of(List.of(new Violation(field, message)));
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
