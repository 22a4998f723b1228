package io.github.rowmill.feature.rule;

import io.github.rowmill.api.QueueRules;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.api.Violation;
import io.github.rowmill.config.QueueConfig;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.node.NodeState;
import io.github.rowmill.node.TaskEvents;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Makes the rows of rules agree with the configuration that declares them, when a node starts. */
@Singleton
class DeclaredRules {

    /** Priority after the migrations. */
    private static final int AFTER_PREPARING = NodeState.PREPARES + 1;

    private final RowmillConfig config;
    private final TransactionalQueues queues;
    private final TaskEvents events;
    private final String application;

    DeclaredRules(
            RowmillConfig config,
            TransactionalQueues queues,
            TaskEvents events,
            @ConfigProperty(name = "quarkus.application.name", defaultValue = "application") String application) {
        this.config = config;
        this.queues = queues;
        this.events = events;
        this.application = application;
    }

    void prepare(@Observes @Priority(AFTER_PREPARING) StartupEvent start, NodeState node) {
        Map<String, QueueRules> declared = declared(config.queues());
        if (!node.isVisitor()) {
            apply(declared);
        }
    }

    /** Writes the rules that differ, and reports the rows of this application that are no longer declared. */
    void apply(Map<String, QueueRules> declared) {
        declared.forEach((queue, rules) -> queues.declare(queue, rules, application));
        queues.undeclared(application, declared.keySet())
                .forEach(queue -> events.fire(new TaskEvent.RulesUndeclared(queue)));
    }

    /**
     * Returns the rules of each queue that has rules in the configuration.
     *
     * @throws ConfigurationException rules are invalid; the message names all of them by key
     */
    static Map<String, QueueRules> declared(Map<String, QueueConfig> queues) {
        List<String> problems = new ArrayList<>();
        Map<String, QueueRules> declared = new TreeMap<>();
        queues.forEach((queue, settings) -> {
            QueueRules rules = rules(settings.rules());
            if (!rules.equals(QueueRules.NONE)) {
                declared.put(queue, rules);
                RuleChecks.of(queue, rules).forEach(violation -> problems.add(problem(queue, violation)));
            }
        });
        if (!problems.isEmpty()) {
            throw new ConfigurationException("Rowmill cannot start: " + String.join("; ", problems));
        }
        return declared;
    }

    private static String problem(String queue, Violation violation) {
        RuleFact fact = RuleFacts.BY_NAME.get(violation.field());
        String setting = fact == null ? "" : ".rules." + fact.key(); // else the name of the queue is invalid
        return "rowmill.queues.\"%s\"%s %s".formatted(queue, setting, violation.message());
    }

    private static QueueRules rules(QueueConfig.Rules settings) {
        QueueRules rules = QueueRules.NONE;
        for (RuleFact fact : RuleFacts.ALL) {
            rules = fact.declare(rules, settings);
        }
        return rules;
    }
}
