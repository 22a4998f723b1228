package io.github.rowmill.config;

import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** Checks at start the settings that depend on each other. The exception lists all problems, by key. */
@Singleton
public class ConfigChecks {

    private final RowmillConfig rowmill;
    private final Config config;

    ConfigChecks(RowmillConfig rowmill, Config config) {
        this.rowmill = rowmill;
        this.config = config;
    }

    /**
     * Checks all settings that no type can check. {@code others}: what others have found wrong.
     *
     * @throws ConfigurationException some settings are invalid; the message lists all of them
     */
    public void check(List<String> others) {
        List<String> problems = problems();
        problems.addAll(others);
        if (!problems.isEmpty()) {
            throw new ConfigurationException("Rowmill cannot start: " + String.join("; ", problems));
        }
    }

    List<String> problems() {
        List<String> problems = new ArrayList<>();
        checkScheduler(problems);
        checkBackoff(
                problems,
                "rowmill.backoff",
                rowmill.backoff().first(),
                rowmill.backoff().max());
        rowmill.types()
                .forEach((name, type) -> checkBackoff(
                        problems,
                        "rowmill.types.\"%s\".backoff".formatted(name),
                        type.backoff().first().orElse(rowmill.backoff().first()),
                        type.backoff().max().orElse(rowmill.backoff().max())));
        checkContext(problems);
        checkName(problems);
        rowmill.queues().forEach((name, queue) -> checkWorkers(problems, name, queue.workers()));
        return problems;
    }

    private void checkScheduler(List<String> problems) {
        boolean off = config.getOptionalValue("quarkus.scheduler.enabled", Boolean.class)
                .map(enabled -> !enabled)
                .orElse(false);
        if (off && rowmill.enabled()) {
            problems.add(
                    "quarkus.scheduler.enabled is false, and Rowmill needs the scheduler to claim tasks: set it to true, or set rowmill.enabled to false on a node that only enqueues");
        }
    }

    private void checkName(List<String> problems) {
        if (rowmill.operatorId().orElse("").startsWith("remote:")) {
            problems.add(
                    "rowmill.operator-id begins with 'remote:', as names of remote workers do: choose another name");
        }
    }

    private void checkContext(List<String> problems) {
        ContextConfig context = rowmill.context();
        if (context.identity() && context.key().isEmpty()) {
            problems.add(
                    "rowmill.context.identity is true, and rowmill.context.key is not set: the caller is stored with a signature; make a key by 'openssl rand -base64 32' and set it on all nodes");
        }
    }

    private void checkWorkers(List<String> problems, String queue, Optional<Integer> workers) {
        if (workers.isPresent() && workers.get() > rowmill.workers()) {
            problems.add("rowmill.queues.\"%s\".workers is %s, more than rowmill.workers, which is %s"
                    .formatted(queue, workers.get(), rowmill.workers()));
        }
    }

    private static void checkBackoff(List<String> problems, String key, Duration first, Duration max) {
        if (first.compareTo(max) > 0) {
            problems.add("%s.first is %s, longer than %s.max, which is %s".formatted(key, first, key, max));
        }
    }
}
