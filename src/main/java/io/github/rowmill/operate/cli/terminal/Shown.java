package io.github.rowmill.operate.cli.terminal;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.rowmill.text.Printable;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.StreamSupport;

/** Prints the API's answers for users. */
public final class Shown {

    private static final String INDENT = "  ";

    private Shown() {}

    /** Prints a page of tasks, one line for each. */
    public static void tasks(JsonNode page, Console console) {
        Table table = new Table("ID", "STATUS", "QUEUE", "TYPE", "ATTEMPTS", "RUN AT", "CREATED", "ERROR");
        for (JsonNode task : page.path("tasks")) {
            table.row(
                    text(task, "id"),
                    text(task, "status"),
                    text(task, "queue"),
                    text(task, "type"),
                    text(task, "attempts") + "/" + text(task, "maxAttempts"),
                    text(task, "runAt"),
                    text(task, "created"),
                    text(task, "error"));
        }
        table.print(console);
        more(page, console);
    }

    private static void more(JsonNode page, Console console) {
        if (page.hasNonNull("next")) {
            console.hint("there are more: --after " + text(page, "next"));
        }
    }

    /** Prints a task with its last attempts. */
    public static void task(JsonNode task, Console console) {
        fields(task, console);
        older(task, "nextAttempts", console);
    }

    /** Prints attempts of a task, or its steps. */
    public static void attempts(JsonNode page, Console console) {
        fields(page, console);
        older(page, "next", console);
    }

    private static void older(JsonNode object, String next, Console console) {
        if (object.hasNonNull(next)) {
            console.hint("there are older attempts: --after " + text(object, next));
        }
    }

    /** Prints all fields of an object that have a value, one line for each. */
    public static void fields(JsonNode object, Console console) {
        object.properties().forEach(field -> {
            if (field.getValue().isArray() && field.getValue().path(0).isObject()) {
                field.getValue().forEach(each -> part(field.getKey(), each, console));
            } else {
                field(field.getKey(), Humane.text(field.getValue()), console);
            }
        });
    }

    private static void part(String name, JsonNode object, Console console) {
        console.line("");
        console.line(Humane.words(name) + ":");
        fields(object, console);
    }

    /** Prints a field. Further lines of its value, for example of a stack trace, are printed below it. */
    private static void field(String name, String value, Console console) {
        Iterator<String> lines = value.lines().iterator();
        if (!lines.hasNext()) {
            return;
        }
        console.line("%-20s %s".formatted(Humane.words(name), lines.next()));
        lines.forEachRemaining(line -> console.line(INDENT + line.replace("\t", INDENT)));
    }

    /** Prints the state of a task after an operation. */
    public static void change(JsonNode task, Console console) {
        String result = text(task, "result");
        console.line("task %s (%s, queue %s) is %s%s"
                .formatted(
                        text(task, "id"),
                        text(task, "type"),
                        text(task, "queue"),
                        text(task, "status"),
                        result.isEmpty() ? "" : ": " + result));
    }

    /** Prints whether a queue is paused. */
    public static void pauses(JsonNode rules, Console console) {
        String types = text(rules, "pausedTypes");
        String some = types.isEmpty() ? "runs" : "runs, except tasks of: " + types;
        console.line("queue %s %s"
                .formatted(text(rules, "name"), rules.path("paused").booleanValue() ? "is paused" : some));
    }

    /** Prints schedules, one line for each. */
    public static void schedules(JsonNode page, Console console) {
        Table table = new Table("NAME", "TYPE", "QUEUE", "TICKS", "NEXT RUN", "STATE");
        for (JsonNode schedule : page.path("schedules")) {
            table.row(
                    text(schedule, "name"),
                    text(schedule, "type"),
                    text(schedule, "queue"),
                    ticks(schedule),
                    text(schedule, "nextRun"),
                    state(schedule));
        }
        table.print(console);
        more(page, console);
    }

    private static String ticks(JsonNode schedule) {
        return schedule.hasNonNull("cron")
                ? text(schedule, "cron") + " " + text(schedule, "zone")
                : "every " + text(schedule, "every");
    }

    private static String state(JsonNode schedule) {
        if (schedule.hasNonNull("error")) {
            return "set aside: " + text(schedule, "error");
        }
        return schedule.path("paused").booleanValue() ? "paused" : "";
    }

    /** Prints topics, one line for each subscriber. */
    public static void topics(JsonNode page, Console console) {
        Table table = new Table("TOPIC", "TYPE", "QUEUE", "ATTEMPTS", "DECLARED BY", "STATE");
        for (JsonNode topic : page.path("topics")) {
            for (JsonNode subscriber : topic.path("subscribers")) {
                table.row(
                        text(topic, "name"),
                        text(subscriber, "type"),
                        text(subscriber, "queue"),
                        text(subscriber, "maxAttempts"),
                        text(subscriber, "declaredBy"),
                        subscriber.path("pinned").booleanValue() ? "pinned" : "");
            }
        }
        table.print(console);
        more(page, console);
    }

    /** Prints flows, one line for each. */
    public static void flows(JsonNode page, Console console) {
        Table table = new Table("ID", "NAME", "STATE", "HELD", "PARTS", "KEY", "CREATED");
        for (JsonNode flow : page.path("flows")) {
            table.row(
                    text(flow, "id"),
                    text(flow, "name"),
                    text(flow, "state"),
                    text(flow, "heldPart"),
                    text(flow, "decided") + "/" + text(flow, "parts"),
                    text(flow, "uniqueKey"),
                    text(flow, "created"));
        }
        table.print(console);
        more(page, console);
    }

    /** Prints the tasks of a publish, one line for each. */
    public static void published(JsonNode answer, Console console) {
        for (JsonNode task : answer.path("tasks")) {
            console.line("task %s (%s, queue %s) is %s"
                    .formatted(text(task, "id"), text(task, "type"), text(task, "queue"), text(task, "result")));
        }
        if (answer.path("tasks").isEmpty()) {
            console.hint("topic %s has no subscribers; nothing was enqueued".formatted(text(answer, "topic")));
        }
    }

    /** Prints nodes, one line for each. */
    public static void nodes(JsonNode page, Console console) {
        Table table = new Table("NAME", "STATE", "VERSION", "WORKERS", "RUNNING", "HOLDS", "RECOVERED", "LAST BEAT");
        for (JsonNode node : page.path("nodes")) {
            table.row(
                    text(node, "name"),
                    text(node, "state"),
                    text(node, "version"),
                    text(node, "workers"),
                    text(node, "running"),
                    text(node, "holds"),
                    text(node, "recovered"),
                    text(node, "lastBeat"));
        }
        table.print(console);
        more(page, console);
    }

    /** Prints the progress of a job. */
    public static void job(JsonNode job, Console console) {
        console.line("job %s is %s: %s of %s tasks done, %s skipped"
                .formatted(
                        text(job, "id"),
                        text(job, "status"),
                        text(job, "done"),
                        text(job, "total"),
                        text(job, "skipped")));
    }

    /** Prints tasks that a job refused, one line for each. */
    public static void refusals(JsonNode page, Console console) {
        page.path("refusals")
                .forEach(one -> console.hint("task %s was not retried: %s"
                        .formatted(
                                text(one, "task"),
                                one.hasNonNull("reason") ? text(one, "reason") : "its payload does not fit the type")));
        if (page.hasNonNull("next")) {
            console.hint("there are more: GET /rowmill/api/jobs/ID/refusals lists all");
        }
    }

    /** Prints the answer of a health probe: a line for each check, and a line for each of its data. */
    public static void health(JsonNode answer, Console console) {
        List<JsonNode> checks = StreamSupport.stream(answer.path("checks").spliterator(), false)
                .sorted(Comparator.comparing(check -> text(check, "name")))
                .toList();
        for (JsonNode check : checks) {
            console.row(List.of(Printable.of(text(check, "status")), " " + Printable.of(text(check, "name"))));
            check.path("data")
                    .properties()
                    .forEach(data -> console.line(INDENT + data.getKey() + ": " + Humane.text(data.getValue())));
        }
    }

    private static String text(JsonNode object, String field) {
        return Humane.text(object.path(field));
    }
}
