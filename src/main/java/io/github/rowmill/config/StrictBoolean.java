package io.github.rowmill.config;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Locale;
import java.util.Set;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * Reads a boolean in the words of the platform, but strictly. The platform's converter reads a misspelt
 * {@code true} as false; this converter refuses it.
 */
@RegisterForReflection
public final class StrictBoolean implements Converter<Boolean> {

    private static final Set<String> ON = Set.of("true", "1", "yes", "y", "on", "ja", "j", "si", "sim", "oui");
    private static final Set<String> OFF = Set.of("false", "0", "no", "n", "off");

    @Override
    public Boolean convert(String value) {
        String text = value.strip().toLowerCase(Locale.ROOT);
        if (ON.contains(text)) {
            return true;
        }
        if (OFF.contains(text)) {
            return false;
        }
        throw new IllegalArgumentException("must be true or false");
    }
}
