package io.github.rowmill.operate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.rowmill.operate.cli.terminal.CommandFailedException;
import io.github.rowmill.operate.cli.terminal.ExitCode;
import io.github.rowmill.operate.cli.terminal.Finding;
import io.github.rowmill.operate.cli.terminal.Shown;
import io.quarkus.runtime.Quarkus;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/** The commands and their common options. Commands for tasks, queues, schedules and topics call the API of a node. */
@Command(
        name = "rowmill",
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        description = "Starts a node of Rowmill, or manages its tasks.",
        footer = {
            "",
            "Without --url, a command uses the database in the configuration.",
            "Exit codes: 0 done, 1 refused or failed, 2 wrong command line, 3 not reached."
        })
final class Commands {

    private static final int HEALTHY = 200;

    @Mixin
    private final Invocation invocation;

    Commands(Invocation invocation) {
        this.invocation = invocation;
    }

    @Command(name = "serve", description = "Starts a node. This is the default if there is no command.")
    int serve() {
        Quarkus.run();
        return ExitCode.DONE;
    }

    @Command(name = "migrate", description = "Creates Rowmill's tables, or upgrades them to this version.")
    int migrate() {
        return invocation.within(CommandStart.MIGRATE, application -> {
            invocation.console().line(application.migrate());
            return ExitCode.DONE;
        });
    }

    @Command(name = "check", description = "Checks if a node can work: settings, tables, rights, server.")
    int check() {
        return invocation.within(
                CommandStart.CHECK,
                application -> invocation.tell(application.check()),
                (why, isTold) -> invocation.tell(List.of(Finding.failed("configuration", why))));
    }

    @Command(name = "list", description = "Lists tasks, newest first.")
    int list(
            @Parameters(paramLabel = "TERM", description = "Terms of a query, such as status:dead. All must match.")
                    List<String> terms,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "Most rows to list, 1 to 200.")
                    String limit,
            @Option(names = "--after", paramLabel = "ID", description = "Only ids below this.") @Nullable
                    String after) {
        Map<String, String> parameters = PageByName.parameters(limit, after);
        if (terms != null) {
            parameters.put("q", String.join(" ", terms));
        }
        return invocation.ask(api -> api.get("/tasks", parameters), Shown::tasks);
    }

    @Command(name = "show", description = "Shows a task with its failed attempts, or its steps.")
    int show(
            @Parameters(paramLabel = "ID", description = "The task.") long id,
            @Option(names = "--after", paramLabel = "N", description = "Only attempts below this number.") @Nullable
                    String after,
            @Option(names = "--steps", description = "Its steps and signals instead.") boolean steps) {
        String path = "/tasks/" + id + (steps ? "/steps" : after == null ? "" : "/attempts");
        return invocation.ask(
                api -> api.get(path, after == null ? Map.of() : Map.of("after", after)),
                steps || after != null ? Shown::attempts : Shown::task);
    }

    @Command(name = "enqueue", description = "Enqueues a task.")
    int enqueue(
            @Parameters(index = "0", paramLabel = "TYPE", description = "Type of the task, which a handler must take.")
                    String type,
            @Option(names = "--queue", paramLabel = "NAME", description = "Queue. Default: the queue of the type.")
                    @Nullable
                    String queue,
            @Mixin NewTaskOptions task) {
        ObjectNode body = task.body().put("type", type);
        if (queue != null) {
            body.put("queue", queue);
        }
        return invocation.ask(api -> api.post("/tasks", body), Shown::change);
    }

    @Command(name = "retry", description = "Queues dead or cancelled tasks again.")
    int retry(@Mixin ChosenTasks tasks, @Mixin RetryChanges changes) {
        return invocation.toEach(tasks, "retry", changes.body());
    }

    @Command(name = "cancel", description = "Cancels tasks that have not ended.")
    int cancel(@Mixin ChosenTasks tasks) {
        return invocation.toEach(tasks, "cancel", Client.JSON.createObjectNode());
    }

    @Command(name = "signal", description = "Sends a signal to a task.")
    int signal(@Mixin NewSignal signal) {
        return invocation.ask(api -> api.post(signal.path(), signal.body()), Shown::change);
    }

    @Command(name = "pause", description = "Pauses a queue, or one type in it. Executing tasks go on.")
    int pause(
            @Parameters(paramLabel = "QUEUE", description = "The queue.") String queue,
            @Option(names = "--type", paramLabel = "TYPE", description = "Only tasks of this type.") @Nullable
                    String type) {
        return ofQueue(queue, "pause", type);
    }

    @Command(name = "resume", description = "Resumes a queue, or one type in it.")
    int resume(
            @Parameters(paramLabel = "QUEUE", description = "The queue.") String queue,
            @Option(names = "--type", paramLabel = "TYPE", description = "Only tasks of this type.") @Nullable
                    String type) {
        return ofQueue(queue, "resume", type);
    }

    private int ofQueue(String queue, String verb, @Nullable String type) {
        Map<String, String> parameters = type == null ? Map.of() : Map.of("type", type);
        String path = "/queues/%s/%s".formatted(Client.segment(queue), verb);
        return invocation.ask(api -> api.post(path, parameters), Shown::pauses);
    }

    @Command(name = "schedules", description = "Lists schedules by name, or shows one with its next ticks.")
    int schedules(
            @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name to show.") @Nullable String name,
            @Mixin PageByName page) {
        return name == null
                ? invocation.ask(api -> api.get("/schedules", page.parameters()), Shown::schedules)
                : invocation.ask(api -> api.get("/schedules/" + Client.segment(name), Map.of()), Shown::fields);
    }

    @Command(name = "publish", description = "Enqueues a task for each subscriber of a topic.")
    int publish(
            @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.") String topic,
            @Mixin NewTaskOptions tasks) {
        return invocation.ask(api -> api.post("/topics/" + Client.segment(topic), tasks.body()), Shown::published);
    }

    @Command(name = "topics", description = "Lists topics by name, with their subscribers.")
    int topics(@Mixin PageByName page) {
        return invocation.ask(api -> api.get("/topics", page.parameters()), Shown::topics);
    }

    @Command(name = "flows", description = "Lists flows, newest first.")
    int flows(@Mixin ChosenFlows flows) {
        return invocation.ask(api -> api.get("/flows", flows.parameters()), Shown::flows);
    }

    @Command(name = "flow", description = "Shows a flow with its parts, or acts on it.")
    int flow(@Parameters(paramLabel = "ID", description = "The flow.") long id, @ArgGroup @Nullable FlowVerb verb) {
        String path = "/flows/" + id;
        return invocation.ask(
                api -> verb == null ? api.get(path, Map.of()) : api.post(path + verb.path(), Map.of()), Shown::fields);
    }

    @Command(name = "nodes", description = "Lists nodes by name, with their work. Lost nodes are included.")
    int nodes(@Mixin PageByName page) {
        return invocation.ask(api -> api.get("/nodes", page.parameters()), Shown::nodes);
    }

    @Command(name = "health", description = "Checks whether the node at --url, or on this machine, is ready.")
    int health() {
        try {
            HttpResponse<String> answer = invocation
                    .named()
                    .map(node -> node.probe(HealthAddress.USUAL_PATH))
                    .orElseGet(() -> new HealthAddress().probe());
            invocation.tell(answer.body(), Shown::health);
            return answer.statusCode() == HEALTHY ? ExitCode.DONE : ExitCode.FAILED;
        } catch (CommandFailedException e) {
            e.tell(invocation.console());
            return ExitCode.FAILED; // probes expect no other code
        }
    }

    @Command(name = "bench", description = "Measures the queue on this database with tasks that do nothing.")
    int bench(
            @Option(names = "--tasks", paramLabel = "N", defaultValue = "50000", description = "How many.") int tasks,
            @Option(
                            names = "--type",
                            paramLabel = "TYPE",
                            defaultValue = "noop",
                            description = "A type of this application whose handler does nothing.")
                    String type) {
        return invocation.within(CommandStart.BENCH, application -> {
            invocation.measured(application.bench().run(type, Math.max(1, tasks), invocation.console()::progress));
            return ExitCode.DONE;
        });
    }

    @Command(name = "completion", description = "Prints a script for bash that completes commands. Source it.")
    int completion() {
        invocation.console().out().print(AutoComplete.bash("rowmill", new CommandLine(this)));
        invocation.console().out().flush();
        return ExitCode.DONE;
    }
}
