package io.github.rowmill.bench;

import io.github.rowmill.cluster.NodeLaunch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that run a workload.
 * @param workers the workers of each node, without the one that enqueues
 * @param setting one more setting, or the empty text
 * @param isOnJava25 whether they run on the {@code java} of {@code -Dbench.java25}
 * @param application the folder of the application; null for that of this build
 */
record WorkloadNodes(
        int count,
        int workers,
        String setting,
        boolean isOnJava25,
        @Nullable Path application) {

    static final String JAVA_25 = System.getProperty("bench.java25", "");

    static final WorkloadNodes ONE = new WorkloadNodes(1, 64, "");

    /** Connections for 64 transactional handlers and the node itself. */
    private static final int CONNECTIONS = 80;

    WorkloadNodes(int count, int workers, String setting) {
        this(count, workers, setting, false, null);
    }

    WorkloadNodes workers(int other) {
        return new WorkloadNodes(count, other, setting, isOnJava25, application);
    }

    WorkloadNodes setting(String other) {
        return new WorkloadNodes(count, workers, other, isOnJava25, application);
    }

    WorkloadNodes onJava25() {
        return new WorkloadNodes(count, workers, setting, true, application);
    }

    WorkloadNodes of(Path build) {
        return new WorkloadNodes(count, workers, setting, isOnJava25, build);
    }

    Mill start(Target target) throws IOException {
        Mill mill = Mill.start(target, 0);
        for (int n = 1; n <= count; n++) {
            mill.add(launched(mill.launch("bench-" + n).settings(settings(n))));
        }
        return mill;
    }

    private NodeLaunch launched(NodeLaunch launch) {
        NodeLaunch onJava = isOnJava25 ? launch.java(Path.of(JAVA_25)) : launch;
        return application == null ? onJava : onJava.application(application);
    }

    private List<String> settings(int node) {
        List<String> settings = new ArrayList<>(
                List.of("rowmill.workers=" + (workers + 1), "quarkus.datasource.jdbc.max-size=" + CONNECTIONS / count));
        if (count > 1) {
            settings.add("rowmill.only-queues=work-0,node-" + node);
        }
        if (!setting.isEmpty()) {
            settings.add(setting);
        }
        return settings;
    }
}
