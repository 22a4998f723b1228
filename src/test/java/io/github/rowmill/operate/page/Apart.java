package io.github.rowmill.operate.page;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.HashMap;
import java.util.Map;

/**
 * An application whose resources are under a path, below a root path, behind a proxy. Its node has more workers than
 * connections. It polls so rarely that only wake-ups explain early starts.
 */
public class Apart implements QuarkusTestProfile {

    public static final int WORKERS = 50;
    public static final int POOL = 10;

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new HashMap<>();
        settings.put("quarkus.http.root-path", "/shop");
        settings.put("quarkus.rest.path", "/api");
        settings.put("quarkus.http.proxy.proxy-address-forwarding", "true");
        settings.put("quarkus.http.proxy.allow-x-forwarded", "true");
        settings.put("quarkus.http.proxy.enable-forwarded-host", "true");
        settings.put("quarkus.http.proxy.trusted-proxies", "127.0.0.1");
        settings.put("rowmill.access.hosts", "shop.example");
        settings.put("rowmill.workers", Integer.toString(WORKERS));
        settings.put("rowmill.poll-interval", "1h");
        settings.put("quarkus.datasource.jdbc.max-size", Integer.toString(POOL));
        return settings;
    }
}
