package io.github.rowmill.operate.page;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.feature.beat.Version;
import io.github.rowmill.operate.OptionalParts;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.configuration.ConfigUtils;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Values that are the same on all pages of a node. */
@Singleton
@IfBuildProperty(name = OptionalParts.PAGE, stringValue = "true")
public class Site {

    private static final String LAST_WORD = " +[^ ]+ *$";

    private final RowmillConfig config;
    private final String application;

    @Inject
    Site(
            RowmillConfig config,
            @ConfigProperty(name = "quarkus.application.name", defaultValue = "application") String application) {
        this.config = config;
        this.application = application;
    }

    /** Returns whether the dashboard is switched on. */
    boolean isOn() {
        return config.dashboard().enabled();
    }

    /**
     * Returns the configured label, or else the application's name and profiles. It shows users
     * which installation they see.
     */
    public String label() {
        return config.dashboard()
                .label()
                .orElseGet(() -> application + " " + String.join(" ", ConfigUtils.getProfiles()));
    }

    /** Returns the label without its last word. This part is cut if the page is too narrow. */
    public String name() {
        return label().replaceFirst(LAST_WORD, "");
    }

    /**
     * Returns the last word of a label with several words. By default it is the profile,
     * which is shown at any width.
     */
    public String place() {
        return label().substring(name().length()).strip();
    }

    public String version() {
        return Version.TEXT;
    }
}
