package io.github.rowmill.operate.cli;

import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;

/**
 * A process that starts with the configuration of its build, like a native image. It prints the address of the health
 * check.
 */
final class ImageOfHealth {

    private ImageOfHealth() {}

    public static void main(String... arguments) {
        SmallRyeConfig ofBuild = new SmallRyeConfigBuilder()
                .withDefaultValue("quarkus.http.port", "8080")
                .withDefaultValue("quarkus.http.root-path", "/shop")
                .build();
        ConfigProviderResolver.instance()
                .registerConfig(ofBuild, Thread.currentThread().getContextClassLoader());
        HealthAddress address = new HealthAddress();
        System.out.print(address.node() + address.path());
    }
}
