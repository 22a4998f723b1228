package io.github.rowmill.db.schema;

import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;

/** The persistence units that have tenants, by the application's configuration: known before Hibernate starts. */
@Singleton
class TenantUnits {

    static final String IN_THE_DEFAULT_UNIT =
            "the default persistence unit has tenants, and Rowmill's tasks belong to none: give the tenants a persistence unit with a name (quarkus.hibernate-orm.\"NAME\".multitenant and .packages), and keep io.github.rowmill.task in the default one; tenants by schema also need a datasource with a name (quarkus.hibernate-orm.\"NAME\".datasource), and quarkus.datasource.jdbc.transactions=xa and quarkus.datasource.\"NAME\".jdbc.transactions=xa";

    private static final String ROOT = "quarkus.hibernate-orm.";

    /** Group 1 is what all keys of the unit begin with. */
    private static final Pattern KEY =
            Pattern.compile("(quarkus\\.hibernate-orm\\.((\"[^\"]+\"|[^.\"]+)\\.)?)multitenant");

    private static final String DEFAULT = "<default>";

    private final Config config;

    TenantUnits(Config config) {
        this.config = config;
    }

    /** Returns what the application has to set, or empty if no tenant comes near Rowmill's tables. */
    Optional<String> problem() {
        return StreamSupport.stream(config.getPropertyNames().spliterator(), false)
                .flatMap(key -> KEY.matcher(key).results())
                .map(this::problem)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> problem(MatchResult key) {
        String unit = key.group(1);
        String strategy = value(key.group()).orElse("none").toLowerCase(Locale.ROOT);
        if (strategy.equals("none")) {
            return Optional.empty();
        }
        if (unit.equals(ROOT) || unit.contains(DEFAULT)) {
            return Optional.of(IN_THE_DEFAULT_UNIT);
        }
        return strategy.equals("schema") && isOnTheDefaultDatasource(unit)
                ? Optional.of(
                        "the persistence unit of %smultitenant gives the connections of the default datasource the schemas of tenants, in which Rowmill's tables are not: set %1$sdatasource to a datasource with a name, and quarkus.datasource.jdbc.transactions and that one's jdbc.transactions to xa"
                                .formatted(unit))
                : Optional.empty();
    }

    /** The second key is what the first was called before, for tenants. */
    private boolean isOnTheDefaultDatasource(String unit) {
        return value(unit + "multitenant-schema-datasource")
                .or(() -> value(unit + "datasource"))
                .orElse(DEFAULT)
                .equals(DEFAULT);
    }

    private Optional<String> value(String key) {
        return config.getOptionalValue(key, String.class).map(String::strip);
    }
}
