package io.github.rowmill.payload.startup;

import java.util.Optional;
import java.util.function.Function;

/** Whether Jackson finds what it needs of a class: in a native image, only what was registered while it was built. */
record NativeReflection(boolean isNative, Function<Class<?>, Object[]> constructors) {

    /** Set by GraalVM in every native image, see {@code org.graalvm.nativeimage.ImageInfo}. */
    private static final String IMAGE_CODE = "org.graalvm.nativeimage.imagecode";

    static NativeReflection inNativeImage() {
        return new NativeReflection(System.getProperty(IMAGE_CODE) != null, Class::getDeclaredConstructors);
    }

    /** What is missing and what to do; the JDK's own classes have readers that ask for nothing. */
    Optional<String> missing(Class<?> payload) {
        boolean asks = isNative && !payload.isInterface() && !payload.isEnum() && !payload.isPrimitive();
        if (!asks || payload.getName().startsWith("java.") || constructors.apply(payload).length > 0) {
            return Optional.empty();
        }
        return Optional.of(
                "is made of %s, which has no constructor that this native image can call: annotate that @RegisterForReflection and build again"
                        .formatted(payload.getName()));
    }
}
