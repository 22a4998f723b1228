package io.github.rowmill.chaos.fault;

import io.github.rowmill.chaos.site.Site;
import io.github.rowmill.chaos.site.Tmpfs;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Fills the database's disk for some seconds. A server that gave up is started again. */
public final class DiskFull implements Fault {

    private static final int SECONDS = 8;

    private final Tmpfs disk;

    public DiskFull(Tmpfs disk) {
        this.disk = disk;
    }

    @Override
    public String title() {
        return "disk full";
    }

    @Override
    public boolean strike(Site site, Random random) throws Exception {
        site.trouble(site.fleet().slots(), () -> fill(site));
        return true;
    }

    private void fill(Site site) throws Exception {
        disk.fill();
        try {
            TimeUnit.SECONDS.sleep(SECONDS);
        } finally {
            disk.free();
            if (!site.server().isRunning()) {
                site.journal().count("servers that gave up");
                site.server().start();
            }
        }
    }
}
