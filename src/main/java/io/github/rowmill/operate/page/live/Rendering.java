package io.github.rowmill.operate.page.live;

import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.operate.OptionalParts;
import io.github.rowmill.operate.access.CurrentCaller;
import io.github.rowmill.operate.page.Frame;
import io.quarkus.arc.properties.IfBuildProperty;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/** Renders a page outside of a request, for the viewer who requested it. */
@Singleton
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
class Rendering {

    private final CurrentCaller current;
    private final ReadDatabase database;

    Rendering(CurrentCaller current, ReadDatabase database) {
        this.current = current;
        this.database = database;
    }

    /** Returns the changing parts of the page as it is now. */
    @ActivateRequestContext
    Regions regions(LivePage page, Frame frame, @Nullable String of) {
        current.watches(frame.viewer().caller());
        return Regions.of(page.live(frame.asOf(database.now()), of).render());
    }
}
