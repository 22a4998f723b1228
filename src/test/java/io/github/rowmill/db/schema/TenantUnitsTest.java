package io.github.rowmill.db.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantUnitsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quarkus.hibernate-orm.multitenant=schema",
                "quarkus.hibernate-orm.multitenant=DATABASE",
                "quarkus.hibernate-orm.multitenant= discriminator",
                "quarkus.hibernate-orm.\"<default>\".multitenant=schema"
            })
    void tenantsInTheDefaultUnitAreRefused(String settings) {
        assertThat(problem(settings)).contains(TenantUnits.IN_THE_DEFAULT_UNIT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quarkus.hibernate-orm.shop.multitenant=schema, quarkus.hibernate-orm.shop.datasource=<default>",
                "quarkus.hibernate-orm.\"shop\".multitenant=SCHEMA, quarkus.hibernate-orm.\"shop\".datasource= <default>",
                "quarkus.hibernate-orm.\"a.b\".multitenant=schema, quarkus.hibernate-orm.\"a.b\".multitenant-schema-datasource=<default>, quarkus.hibernate-orm.\"a.b\".datasource=b"
            })
    void tenantsBySchemaNeedADatasourceOfTheirOwn(String settings) {
        String key = settings.substring(0, settings.indexOf('='));

        assertThat(problem(settings))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("the persistence unit of " + key)
                        .contains("set " + key.replace("multitenant", "datasource") + " to a datasource with a name"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "quarkus.hibernate-orm.multitenant=none",
                "quarkus.hibernate-orm.shop.multitenant=schema, quarkus.hibernate-orm.shop.datasource=shop",
                "quarkus.hibernate-orm.shop.multitenant=database, quarkus.hibernate-orm.shop.datasource=<default>",
                "quarkus.hibernate-orm.shop.multitenant=discriminator, quarkus.hibernate-orm.shop.datasource=<default>"
            })
    void tenantsInOtherUnitsAreAllowed(String settings) {
        assertThat(problem(settings)).isEmpty();
    }

    @Test
    void anApplicationWithoutTenantsIsAllowed() {
        assertThat(problem("quarkus.hibernate-orm.packages=org.acme")).isEmpty();
    }

    private static Optional<String> problem(String settings) {
        Map<String, String> values = Arrays.stream(settings.split(", "))
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        return new TenantUnits(new SmallRyeConfigBuilder()
                        .withSources(new PropertiesConfigSource(values, "test", 100))
                        .build())
                .problem();
    }
}
