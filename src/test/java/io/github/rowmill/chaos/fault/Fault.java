package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import java.util.Random;

/** Something that happens to a site. */
public interface Fault {

    /** Its name in the report. */
    String title();

    /** Does it for some time, and mends it; false: there was nothing to do it to. */
    boolean strike(Site site, Random random) throws Exception;
}
