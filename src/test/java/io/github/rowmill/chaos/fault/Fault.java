package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import java.util.Random;

/** A fault or a burden that happens to a site. */
public interface Fault {

    /** Returns the name for the report. */
    String title();

    /** Causes the fault for some time, and mends it. Returns false if there was nothing to strike. */
    boolean strike(Site site, Random random) throws Exception;
}
