package io.github.rowmill.config;

import jakarta.validation.constraints.Size;
import java.util.Optional;

/** Settings of the page. */
public interface DashboardConfig extends RowmillConfig.Switch {

    /**
     * Name of this application and its environment on the page, such as {@code shop production}; the default is
     * the application's name and profile.
     */
    Optional<@Size(min = 1, max = 100) String> label();
}
