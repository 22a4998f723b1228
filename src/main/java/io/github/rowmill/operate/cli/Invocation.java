package io.github.rowmill.operate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.rowmill.operate.cli.terminal.CommandFailedException;
import io.github.rowmill.operate.cli.terminal.Console;
import io.github.rowmill.operate.cli.terminal.ExitCode;
import io.github.rowmill.operate.cli.terminal.Finding;
import io.github.rowmill.operate.cli.terminal.Shown;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * A run of the command line: the options that all commands share, the way to an API, and the output of answers.
 */
final class Invocation {

    @Option(
            names = {"-h", "--help"},
            scope = ScopeType.INHERIT,
            usageHelp = true,
            description = "Shows this help.")
    boolean help;

    @Option(
            names = "--url",
            scope = ScopeType.INHERIT,
            paramLabel = "URL",
            description = "A node: http://localhost:8080. Default: ROWMILL_URL.")
    @Nullable
    String url;

    @Option(
            names = "--token",
            scope = ScopeType.INHERIT,
            paramLabel = "TOKEN",
            description = "Token of a caller on that node. Default: ROWMILL_TOKEN, which process lists do not show.")
    @Nullable
    String token;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Prints the answer as JSON.")
    boolean json;

    private final Console console;
    private final CommandApplication.@Nullable Inside inside;
    private final List<String> arguments;

    Invocation(Console console, CommandApplication.@Nullable Inside inside, String... arguments) {
        this.console = console;
        this.inside = inside;
        this.arguments = List.of(arguments);
    }

    Console console() {
        return console;
    }

    /** Sends a request and prints the answer. */
    int ask(Function<Client, String> question, BiConsumer<JsonNode, Console> shown) {
        return within(client -> {
            tell(question.apply(client), shown);
            return ExitCode.DONE;
        });
    }

    void tell(String answer, BiConsumer<JsonNode, Console> shown) {
        if (json) {
            console.json(answer);
        } else {
            shown.accept(Client.read(answer), console);
        }
    }

    /**
     * Applies an operation to tasks, one by one or by a job. If a task is refused, the operation is still tried on
     * the others.
     */
    int toEach(ChosenTasks tasks, String verb, ObjectNode options) {
        String query = tasks.query();
        return within(client ->
                query == null ? toEach(client, tasks.ids(), verb, options) : byJob(client, verb, query, options));
    }

    private int toEach(Client client, List<Long> ids, String verb, ObjectNode options) {
        int worst = ExitCode.DONE;
        for (long id : ids) {
            String path = "/tasks/%s/%s".formatted(id, verb);
            try {
                tell(options.isEmpty() ? client.post(path, Map.of()) : client.post(path, options), Shown::change);
            } catch (CommandFailedException e) {
                e.tell(console);
                worst = Math.max(worst, e.exitCode());
            }
        }
        return worst;
    }

    private int byJob(Client client, String verb, String query, ObjectNode options) {
        BulkJob job = new BulkJob(client, console);
        String ended = job.run(verb, query, options);
        tell(ended, Shown::job);
        return job.exitCode(ended);
    }

    int tell(List<Finding> findings) {
        if (json) {
            var all = Client.JSON.createArrayNode();
            findings.forEach(found -> all.addObject()
                    .put("check", found.check())
                    .put("result", found.word())
                    .put("detail", found.detail()));
            console.json(all.toString());
        } else {
            findings.forEach(
                    found -> console.judged(found.word(), "%-14s %s".formatted(found.check(), found.detail())));
        }
        boolean isFine = findings.stream().noneMatch(found -> found.result() == Finding.Result.FAILED);
        return isFine ? ExitCode.DONE : ExitCode.FAILED;
    }

    void measured(Bench.Result result) {
        long enqueued = Bench.Result.perSecond(result.tasks(), result.enqueued());
        long drained = Bench.Result.perSecond(result.tasks(), result.drained());
        if (json) {
            console.json(Client.JSON
                    .createObjectNode()
                    .put("tasks", result.tasks())
                    .put("enqueuedPerSecond", enqueued)
                    .put("runPerSecond", drained)
                    .toString());
        } else {
            console.line(String.format(
                    Locale.ROOT,
                    "%,d tasks: %,d a second enqueued, %,d a second run",
                    result.tasks(),
                    enqueued,
                    drained));
        }
        if (!result.isAlone()) {
            console.hint("other nodes ran some of them, and keep these for their retention of completed tasks");
        }
    }

    /**
     * Works with the API of the node that {@code --url} or {@code ROWMILL_URL} names, or else of an application
     * that is started for the command.
     */
    int within(ToIntFunction<Client> work) {
        Optional<Client> node = inside == null ? named().or(this::ofEnvironment) : Optional.empty();
        return node.isPresent()
                ? work.applyAsInt(node.get())
                : within(CommandStart.ACT, application -> work.applyAsInt(application.client()));
    }

    /** Returns a client for the node that {@code --url} names. */
    Optional<Client> named() {
        return Optional.ofNullable(url).map(this::client);
    }

    private Optional<Client> ofEnvironment() {
        return Optional.ofNullable(System.getenv("ROWMILL_URL")).map(this::client);
    }

    private Client client(String node) {
        return new Client(node, token == null ? System.getenv("ROWMILL_TOKEN") : token);
    }

    int within(CommandStart visit, ToIntFunction<CommandApplication.Inside> work) {
        return within(visit, work, (why, isTold) -> {
            if (!isTold) {
                console.complain(why);
            }
        });
    }

    /**
     * Works in the application, which is started first if the command does not run in it yet. {@code refused} is
     * called if it does not start.
     */
    int within(CommandStart visit, ToIntFunction<CommandApplication.Inside> work, CommandStart.Refused refused) {
        return inside == null ? visit.run(arguments, refused) : work.applyAsInt(inside);
    }
}
