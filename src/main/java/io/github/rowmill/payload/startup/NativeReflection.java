package io.github.rowmill.payload.startup;

import java.util.Optional;
import java.util.function.Function;

/**
 * Checks that Jackson can use a class by reflection. A native image has only the members registered while it was
 * built.
 */
record NativeReflection(boolean isNative, Function<Class<?>, Object[]> constructors) {

    /** Property that GraalVM sets in every native image, see {@code org.graalvm.nativeimage.ImageInfo}. */
    private static final String IMAGE_CODE = "org.graalvm.nativeimage.imagecode";

    static NativeReflection inNativeImage() {
        return new NativeReflection(System.getProperty(IMAGE_CODE) != null, Class::getDeclaredConstructors);
    }

    /**
     * Returns the missing constructor and its remedy, as a text. The JDK's own classes need no reflection.
     *
     * @return empty if nothing is missing
     */
    Optional<String> missing(Class<?> payload) {
        boolean asks = isNative && !payload.isInterface() && !payload.isEnum() && !payload.isPrimitive();
        if (!asks || payload.getName().startsWith("java.") || constructors.apply(payload).length > 0) {
            return Optional.empty();
        }
        return Optional.of(
                "is created from %s, which has no constructor that this native image can call: annotate that class with @RegisterForReflection and build again"
                        .formatted(payload.getName()));
    }
}
