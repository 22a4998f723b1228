package io.github.rowmill.operate;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.PropertiesConfigSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Sets a build property for each optional part of a node: true if the application has the extensions that the part
 * needs. An application may leave out the parts that no task needs. Beans that would lack a caller or a supertype
 * without the extensions are made only if the property of their part is true.
 */
public class OptionalParts implements ConfigSourceFactory {

    /** The REST API. */
    public static final String API = "io.github.rowmill.face.api";

    /** The page. */
    public static final String PAGE = "io.github.rowmill.face.page";

    /** Metrics. */
    public static final String METRICS = "io.github.rowmill.face.metrics";

    /** Health checks for probes. */
    public static final String HEALTH = "io.github.rowmill.face.health";

    /** Spans. */
    public static final String TRACE = "io.github.rowmill.face.trace";

    /**
     * A class of the extension itself. The class path of the build also has APIs and libraries that the
     * application lacks.
     */
    private static final String REST = "io/quarkus/resteasy/reactive/server/runtime/ResteasyReactiveRecorder.class";

    private static final String QUTE = "io/quarkus/qute/runtime/QuteRecorder.class";
    private static final String MICROMETER = "io/quarkus/micrometer/runtime/MicrometerRecorder.class";
    private static final String SMALLRYE_HEALTH = "io/quarkus/smallrye/health/runtime/SmallRyeHealthRecorder.class";

    /**
     * A class of the API. Spans need no extension: they are made if the application has a bean of this type. The
     * scheduler's extension has the API as a dependency.
     */
    private static final String OPENTELEMETRY = "io/opentelemetry/api/OpenTelemetry.class";

    private static final int ORDINAL = 50;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        Map<String, String> faces = Map.of(
                API, areThere(REST),
                PAGE, areThere(REST, QUTE),
                METRICS, areThere(MICROMETER),
                TRACE, areThere(OPENTELEMETRY),
                HEALTH, areThere(SMALLRYE_HEALTH));
        return List.of(new PropertiesConfigSource(faces, "Rowmill's optional faces", ORDINAL));
    }

    private static String areThere(String... classes) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return String.valueOf(Arrays.stream(classes).allMatch(type -> loader.getResource(type) != null));
    }
}
