package io.github.rowmill.payload.nativeimage;

import org.graalvm.nativeimage.hosted.Feature;
import org.graalvm.nativeimage.hosted.RuntimeReflection;

/**
 * Registers for reflection the members that Jackson needs for every handler's payload. This jar's
 * {@code native-image.properties} names this class, so that it runs in the native build of any application with
 * Rowmill on its class path.
 */
public final class PayloadFeature implements Feature {

    @Override
    public String getDescription() {
        return "Registers the payload classes of Rowmill's handlers";
    }

    @Override
    public void beforeAnalysis(BeforeAnalysisAccess access) {
        for (String name : PayloadClasses.of(access.getApplicationClassPath())) {
            Class<?> payload = access.findClassByName(name);
            if (payload != null) {
                register(payload);
            }
        }
    }

    private static void register(Class<?> payload) {
        RuntimeReflection.register(payload);
        RuntimeReflection.registerAllDeclaredConstructors(payload);
        RuntimeReflection.register(payload.getDeclaredConstructors());
        RuntimeReflection.registerAllDeclaredMethods(payload);
        RuntimeReflection.register(payload.getDeclaredMethods());
        RuntimeReflection.registerAllDeclaredFields(payload);
        RuntimeReflection.register(payload.getDeclaredFields());
        if (payload.isRecord()) {
            RuntimeReflection.registerAllRecordComponents(payload);
        }
    }
}
