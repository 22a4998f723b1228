package io.github.rowmill.operate.page.audit;

import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.AuditReader;
import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.github.rowmill.operate.page.Pages;
import io.github.rowmill.operate.page.View;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** The page of the audit. Public, as {@link io.github.rowmill.operate.http.ApiFilter} is. */
@Path("rowmill/audit")
@PermitAll
@Blocking
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class AuditResource {

    static final List<String> KINDS = List.of(
            Audit.Target.TASK,
            Audit.Target.FLOW,
            Audit.Target.QUEUE,
            Audit.Target.SCHEDULE,
            Audit.Target.TOPIC,
            Audit.Target.JOB,
            Audit.Target.VIEW);

    private final Pages pages;
    private final AuditReader audit;

    AuditResource(Pages pages, AuditReader audit) {
        this.pages = pages;
        this.audit = audit;
    }

    /** The templates of this package; type-checked in the build. */
    @CheckedTemplate(basePath = "rowmill")
    static final class Templates {

        private Templates() {}

        static native TemplateInstance audit(Frame frame, AuditList page);
    }

    @GET
    @Operation(hidden = true)
    public Response list(
            @QueryParam("kind") @DefaultValue("") String kind,
            @QueryParam("name") @DefaultValue("") String name,
            @QueryParam("after") @Nullable Long after) {
        Audit.Target target = KINDS.contains(kind) && !name.isBlank() ? new Audit.Target(kind, name.strip()) : null;
        long below = after == null ? Long.MAX_VALUE : after;
        Frame frame = pages.frame(NavigationPage.AUDIT, "Audit");
        return pages.ok(
                Templates.audit(frame, AuditList.of(audit.page(target, below, View.ROWS), target, after == null)));
    }

    /** Handles exceptions of this class only, not those of the application's own resources. */
    @ServerExceptionMapper
    public Response problem(Throwable thrown) {
        return pages.refused(thrown);
    }
}
