package io.github.rowmill.config;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Locale;
import java.util.Set;
import org.eclipse.microprofile.config.spi.Converter;

/** Reads a boolean in the platform's own words, and strictly: a misspelt {@code true} is refused, where the platform's converter takes it for false. */
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
