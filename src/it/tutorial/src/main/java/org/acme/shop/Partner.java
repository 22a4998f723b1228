package org.acme.shop;

import io.quarkus.logging.Log;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Stands in for a call to the parcel company. */
@ApplicationScoped
class Partner {

    static class UnknownCountry extends RuntimeException {
        UnknownCountry(String country) {
            super("we do not deliver to " + country);
        }
    }

    String book(String order, String country, String key) throws InterruptedException {
        if (!Set.of("DE", "JP").contains(country)) {
            throw new UnknownCountry(country);
        }
        Log.infof("The parcel of %s to %s is requested under the key %s", order, country, key);
        TimeUnit.SECONDS.sleep(order.startsWith("slow") ? 20 : 0);
        Log.infof("The parcel of %s is booked", order);
        return "P-" + key;
    }
}
