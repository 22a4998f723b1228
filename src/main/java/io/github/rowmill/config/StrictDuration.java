package io.github.rowmill.config;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.runtime.configuration.DurationConverter;
import java.time.Duration;
import org.eclipse.microprofile.config.spi.Converter;
import org.jspecify.annotations.Nullable;

/**
 * Reads a duration as the platform does. A value that is too large for a duration is refused with its key, which
 * the platform does not name.
 */
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
