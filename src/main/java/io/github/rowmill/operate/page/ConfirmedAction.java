package io.github.rowmill.operate.page;

import io.github.rowmill.feature.job.BulkAction;
import io.github.rowmill.operate.page.Bulk.Harm;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An action that the next page confirms. The address of that page carries the action's word;
 * the sentence is kept here. An action on many tasks has its other words here, too.
 */
public enum ConfirmedAction {
    RETRY(
            "Queued again. The task is due at once.",
            new Bulk(
                    BulkAction.RETRY,
                    Harm.NONE,
                    "Retrying",
                    "queued again",
                    "Dead and cancelled tasks are queued again, with one more attempt if all were used up. Other tasks stay as they are. If the cause of a failure remains, the task fails again.")),
    CANCEL(
            "Cancelled.",
            new Bulk(
                    BulkAction.CANCEL,
                    Harm.REPARABLE,
                    "Cancelling",
                    "cancelled",
                    "Tasks that have not ended are cancelled. Executing handlers are interrupted. Other tasks stay as they are.")),
    RUN("Due at once. The next node with free capacity takes the task.", "made due"),
    WAKE("The sleep is over. The next node with free capacity takes the task.", ""),
    CHANGE("Changed.", "changed"),
    SIGNAL("Sent. A task that waits for the signal is due at once.", ""),
    DELETE(
            "Deleted with its attempts. The audit keeps a record of the task.",
            new Bulk(
                    BulkAction.DELETE,
                    Harm.FINAL,
                    "Deleting",
                    "deleted",
                    "Tasks that have ended are deleted with their attempts. This cannot be undone. Other tasks stay as they are.")),
    STOP("Stopped. Changes made so far stay.", "stopped"),
    PAUSE("Paused. No task is started; executing tasks go on.", ""),
    RESUME("Resumed.", ""),
    RULES("The rules are set. They take effect on all nodes within seconds.", ""),
    UNBLOCK("The key is unblocked. Its dead tasks stay dead.", ""),
    ENQUEUE("Enqueued one more task. The timetable stays as it is.", ""),
    PAUSE_SCHEDULE("Paused. The schedule enqueues no tasks until it is resumed.", ""),
    RESUME_SCHEDULE("Resumed.", ""),
    PUBLISH("Published.", "enqueued by the publish"),
    SUBSCRIBE("Set. The next publish enqueues a task for the subscriber.", ""),
    UNSUBSCRIBE("Removed. A subscriber that code declares comes back at the next start of a node.", ""),
    CANCEL_FLOW("Cancelled. None of its tasks starts any more.", ""),
    RETRY_FLOW("Retried. Failed tasks are due at once, or wait for their part.", ""),
    LET_GO("Started in spite of the failure.", ""),
    SAVE_VIEW("The view is saved for all users.", ""),
    DELETE_VIEW("The view is deleted.", ""),
    ZONE("Times are now shown in this zone.", "");

    static final String PARAMETER = "done";

    /**
     * Value of the parameter: a word. For an action on many tasks, the numbers of changed and
     * of unchanged tasks follow.
     */
    private static final Pattern SAID = Pattern.compile("([a-z-]{1,30})(?:\\.([0-9]{1,6})\\.([0-9]{1,6}))?");

    private final String sentence;
    private final String participle;
    private final @Nullable Bulk bulk;

    ConfirmedAction(String sentence, Bulk bulk) {
        this(sentence, bulk.done(), bulk);
    }

    ConfirmedAction(String sentence, String participle) {
        this(sentence, participle, null);
    }

    ConfirmedAction(String sentence, String participle, @Nullable Bulk bulk) {
        this.sentence = sentence;
        this.participle = participle;
        this.bulk = bulk;
    }

    /** Returns the action that a page confirms after an action on many tasks. */
    public static ConfirmedAction of(BulkAction action) {
        return valueOf(action.name());
    }

    /** Returns all actions on many tasks, in the order of their buttons. */
    public static List<Bulk> bulks() {
        return Arrays.stream(values())
                .flatMap(deed -> Stream.ofNullable(deed.bulk))
                .toList();
    }

    /** Returns the words for an action on many tasks. */
    public static Bulk bulk(BulkAction action) {
        return bulks().stream()
                .filter(bulk -> bulk.action() == action)
                .findFirst()
                .orElseThrow();
    }

    private static Optional<ConfirmedAction> find(String word) {
        return Arrays.stream(values()).filter(deed -> deed.word().equals(word)).findFirst();
    }

    /** Returns the word for addresses. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the remark for the parameter of an address.
     *
     * @return null if the address has no such parameter, or if its value is unknown
     */
    static @Nullable FlashMessage remark(@Nullable String told) {
        Matcher said = SAID.matcher(told == null ? "" : told);
        if (!said.matches()) {
            return null;
        }
        Optional<ConfirmedAction> deed = find(said.group(1));
        return said.group(2) == null
                ? deed.map(one -> new FlashMessage("good", one.sentence)).orElse(null)
                : deed.map(many -> many.remark(Long.parseLong(said.group(2)), Long.parseLong(said.group(3))))
                        .orElse(null);
    }

    private FlashMessage remark(long done, long left) {
        String tasks = done == 1 ? "1 task " : Figures.number(done) + " tasks ";
        String others = left == 0 ? "." : "; %s could not be changed.".formatted(Figures.number(left));
        return new FlashMessage(done == 0 ? "warn" : "good", tasks + participle + others);
    }
}
