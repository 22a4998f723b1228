package io.github.rowmill.config;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.runtime.configuration.DurationConverter;
import java.time.Duration;
import org.eclipse.microprofile.config.spi.Converter;
import org.jspecify.annotations.Nullable;

/** Reads a duration as the platform does; one that no duration can hold is refused with its key, where the platform names none. */
@RegisterForReflection
public final class StrictDuration implements Converter<Duration> {

    @Override
    public @Nullable Duration convert(String value) {
        try {
            return DurationConverter.parseDuration(value);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("is longer than any duration", e);
        }
    }
}
