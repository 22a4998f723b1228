package io.github.rowmill.node;

import io.github.rowmill.config.RowmillConfig;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** This node's name in {@code operator_id}: from configuration, else host, pid and a random part. */
@Singleton
public class NodeName {

    private final String value;

    NodeName(RowmillConfig config) {
        this.value = config.operatorId().orElseGet(NodeName::anyId);
    }

    /** Returns the name, which does not change while the process lives. */
    public String value() {
        return value;
    }

    private static String anyId() {
        return "%s-%s-%.6s".formatted(host(), ProcessHandle.current().pid(), UUID.randomUUID());
    }

    /** Returns the name of the machine that this node runs on. */
    public static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }
}
