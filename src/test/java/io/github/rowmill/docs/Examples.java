package io.github.rowmill.docs;

import io.github.rowmill.engine.ByHand;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A profile for the examples of the documents that would disturb other tests, such as nightly schedules or a tenant.
 */
public class Examples extends ByHand {

    static final String PROPERTY = "test.examples";

    @Override
    public Map<String, String> getConfigOverrides() {
        Map<String, String> settings = new HashMap<>(super.getConfigOverrides());
        settings.put(PROPERTY, "true");
        settings.put("rowmill.context.key", "bm90IGEgc2VjcmV0LCBidXQgbG9uZyBlbm91Z2g=");
        return settings;
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
        return Set.of(ContextExampleTest.TenantCarrier.class);
    }
}
