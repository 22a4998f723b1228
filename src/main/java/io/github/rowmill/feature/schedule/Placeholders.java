package io.github.rowmill.feature.schedule;

import io.smallrye.common.expression.Expression;
import io.smallrye.common.expression.ResolveContext;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.Config;

/**
 * Fills configuration values into texts of annotations: {@code ${reports.cron}}, or {@code ${reports.cron:@daily}}
 * with a default.
 */
@Singleton
class Placeholders {

    private final Config config;

    Placeholders(Config config) {
        this.config = config;
    }

    /**
     * Returns a text with its placeholders filled.
     *
     * @throws IllegalArgumentException a key has no value and the text has no default; the message names the key
     */
    String filled(String text) {
        return text.contains("${")
                ? Expression.compile(text, Expression.Flag.LENIENT_SYNTAX, Expression.Flag.NO_TRIM)
                        .evaluate(this::append)
                : text;
    }

    private void append(ResolveContext<RuntimeException> placeholder, StringBuilder filled) {
        String key = placeholder.getKey();
        config.getOptionalValue(key, String.class).ifPresentOrElse(filled::append, () -> {
            if (!placeholder.hasDefault()) {
                throw new IllegalArgumentException(
                        "${%s} has no value: set %s, or write a default, ${%s:off}".formatted(key, key, key));
            }
            placeholder.expandDefault(filled);
        });
    }
}
