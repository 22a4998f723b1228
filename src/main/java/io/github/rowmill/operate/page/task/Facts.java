package io.github.rowmill.operate.page.task;

import io.github.rowmill.feature.flow.store.FlowPlaces;
import io.github.rowmill.operate.page.Figures;
import io.github.rowmill.operate.page.Search;
import io.github.rowmill.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Further properties of a task. */
record Facts(List<Fact> all) {

    /** Finds the id of the trace in a task's context, in W3C format. */
    private static final Pattern TRACE = Pattern.compile("\"traceparent\"\\s*:\\s*\"00-([0-9a-f]{32})-");

    /**
     * A property of a task.
     *
     * @param path path of the tasks that share it; empty if there is no such link
     */
    record Fact(String label, String text, String path, boolean isMono) {}

    static Facts of(Task task, FlowPlaces.@Nullable OfTask place, boolean withContext) {
        List<Fact> all = new ArrayList<>();
        all.add(new Fact(
                "Queue", task.getQueue(), Search.of("queue", task.getQueue()).path(), false));
        all.add(plain("Priority", String.valueOf(task.getPriority())));
        add(all, "Enqueued by", task.getSource(), "source");
        add(all, "Key", task.getKey(), "key");
        add(all, "Unique key", task.getUniqueKey(), "unique-key");
        if (place != null) {
            all.add(new Fact("Flow", String.valueOf(place.flow()), "flows/" + place.flow(), true));
            add(all, "Part", place.part(), "flow:" + place.flow() + " part");
        }
        add(all, "Schedule", task.getSchedule(), "schedule");
        task.getTags().forEach(tag -> add(all, "Tag", tag, "tag"));
        addLength(all, "Timeout", task.getTimeout());
        addLength(all, "Unique for", task.getUniqueFor());
        if (withContext) {
            addTrace(all, task.getContext());
        }
        all.add(plain("Version", String.valueOf(task.getVersion())));
        return new Facts(all);
    }

    private static Fact plain(String label, String text) {
        return new Fact(label, text, "", false);
    }

    private static void add(List<Fact> all, String label, @Nullable String value, String field) {
        if (value != null && !value.isEmpty()) {
            all.add(new Fact(label, value, Search.of(field, value).path(), true));
        }
    }

    private static void addLength(List<Fact> all, String label, @Nullable Duration length) {
        if (length != null) {
            all.add(plain(label, Figures.duration(length)));
        }
    }

    private static void addTrace(List<Fact> all, @Nullable String context) {
        Matcher trace = TRACE.matcher(context == null ? "" : context);
        if (trace.find()) {
            all.add(new Fact("Timeline", trace.group(1), "", true));
        }
    }
}
