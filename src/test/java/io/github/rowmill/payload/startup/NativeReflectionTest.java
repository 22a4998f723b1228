package io.github.rowmill.payload.startup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NativeReflectionTest {

    record Payload(String name) {}

    enum Colour {
        RED
    }

    private final NativeReflection unregistered = new NativeReflection(true, type -> new Object[0]);

    @Test
    void aPayloadWithoutVisibleConstructorsIsMissingInANativeImage() {
        assertThat(unregistered.missing(Payload.class))
                .hasValueSatisfying(problem -> assertThat(problem).contains("@RegisterForReflection"));
    }

    @Test
    void aRegisteredPayloadIsFine() {
        NativeReflection registered = new NativeReflection(true, Class::getDeclaredConstructors);

        assertThat(registered.missing(Payload.class)).isEmpty();
    }

    @Test
    void interfacesEnumsAndJdkClassesNeedNoConstructor() {
        assertThat(unregistered.missing(Runnable.class)).isEmpty();
        assertThat(unregistered.missing(Colour.class)).isEmpty();
        assertThat(unregistered.missing(String.class)).isEmpty();
        assertThat(unregistered.missing(int.class)).isEmpty();
    }

    @Test
    void noRegistrationIsNeededOnAJvm() {
        assertThat(NativeReflection.inNativeImage().isNative()).isFalse();
        assertThat(new NativeReflection(false, type -> new Object[0]).missing(Payload.class))
                .isEmpty();
    }
}
