package io.github.rowmill.sample;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Tasks whose payload is nested. Nothing in it is validated, so only Rowmill registers its classes for a native
 * image.
 */
@ApplicationScoped
class Invoices {

    private static final Logger LOG = Logger.getLogger(Invoices.class);

    /** The articles that an account has to pay for. */
    record Invoice(String account, List<Line> lines) {}

    /** A number of one article, and the price of one. */
    record Line(String article, int count, Price price) {}

    /** An amount in the currency of the account. */
    record Price(long cents) {}

    @Handles("invoice")
    void send(Invoice invoice) {
        long cents = invoice.lines().stream()
                .mapToLong(line -> line.count() * line.price().cents())
                .sum();
        LOG.debugf("%s: %s", invoice.account(), cents);
    }
}
