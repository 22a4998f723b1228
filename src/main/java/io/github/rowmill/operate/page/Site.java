package io.github.rowmill.operate.page;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.engine.beat.Version;
import io.github.rowmill.operate.OptionalFaces;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.runtime.configuration.ConfigUtils;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** What is the same on all pages of a node. */
@Singleton
@IfBuildProperty(name = OptionalFaces.PAGE, stringValue = "true")
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

    /** Whether there is a dashboard. */
    boolean isOn() {
        return config.dashboard().enabled();
    }

    /** The application and where it runs: at three in the morning it matters which one it is. */
    public String label() {
        return config.dashboard()
                .label()
                .orElseGet(() -> application + " " + String.join(" ", ConfigUtils.getProfiles()));
    }

    /** The label without its last word: the part that is cut where there is no room. */
    public String name() {
        return label().replaceFirst(LAST_WORD, "");
    }

    /** The last word of a label of several, as a rule the profile, which is shown at any width. */
    public String place() {
        return label().substring(name().length()).strip();
    }

    public String version() {
        return Version.TEXT;
    }
}
