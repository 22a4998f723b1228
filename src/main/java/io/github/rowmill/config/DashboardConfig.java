package io.github.rowmill.config;

import jakarta.validation.constraints.Size;
import java.util.Optional;

/** Settings of the page. */
public interface DashboardConfig extends RowmillConfig.Switch {

    /** What the page calls this application and where it runs, as {@code shop production}; by default the application's name and profile. */
    Optional<@Size(min = 1, max = 100) String> label();
}
