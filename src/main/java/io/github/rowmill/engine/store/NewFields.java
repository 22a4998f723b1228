package io.github.rowmill.engine.store;

import static io.github.rowmill.engine.store.NewField.flag;
import static io.github.rowmill.engine.store.NewField.moment;
import static io.github.rowmill.engine.store.NewField.number;
import static io.github.rowmill.engine.store.NewField.text;
import static io.github.rowmill.engine.store.NewField.texts;
import static io.github.rowmill.engine.store.NewField.time;

import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.OnDuplicate;
import io.github.rowmill.engine.store.NewField.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * All fields of a new task but its payload. Checks, inserts and REST read this table. A new field is a constant
 * here, an entry in {@link #ALL}, and if it has a column, one in {@link #COLUMNS}.
 */
public final class NewFields {

    private static final int MAX_NAME = 200;
    private static final int MAX_KEY = 500;
    private static final int MAX_TAG = 100;

    private NewFields() {}

    private static final NewField TYPE = text(
                    "type", MAX_NAME, task -> Objects.requireNonNullElse(task.type(), ""), NewTask::type)
            .api("The type of the task. This application must have a handler for it.", "event");

    private static final NewField QUEUE =
            NewField.name("queue", MAX_NAME, NewTask::queue, NewTask::queue).api("", "default");

    private static final NewField KEY = text("key", MAX_NAME, NewTask::key, NewTask::key)
            .api(
                    "The key of the task within its queue, 1 to 200 characters. Rules can apply to each key.",
                    "customer-7")
            .ofMessages("The key of the tasks within the queues of their subscribers, 1 to 200 characters.");

    private static final NewField SOURCE = text("source", MAX_NAME, NewTask::source, NewTask::source)
            .api("The program that enqueues the task.", "shop")
            .ofMessages("The program that publishes.");

    private static final NewField TAGS = texts(Kind.WORDS, "tags", MAX_TAG, NewTask::tags, NewTask::tags)
            .api("At most 20 words of 1 to 100 characters.")
            .ofMessages();

    private static final NewField PRIORITY = number(
                    "priority", Short.MIN_VALUE, Short.MAX_VALUE, NewTask::priority, NewTask::priority)
            .api("Lower runs first, -32768 to 32767.")
            .ofMessages()
            .absent(0);

    private static final NewField MAX_ATTEMPTS = number(
                    "maxAttempts", 1, Integer.MAX_VALUE, NewTask::maxAttempts, NewTask::maxAttempts)
            .ofMessages("If missing, the number of the subscriber.");

    private static final NewField DELAY = time("delay", 0, NewTask::delay, NewTask::delay)
            .api(
                    "The task does not start before this time has passed, such as 30s, 15m or PT15M. Not together with runAt.",
                    "30s")
            .ofMessages(
                    "No task starts before this time has passed, such as 30s, 15m or PT15M. Not together with runAt.");

    private static final NewField TIMEOUT = time("timeout", 1, NewTask::timeout, NewTask::timeout)
            .api("Maximum execution time of an attempt: 30s, 15m or PT15M.", "15m");

    private static final NewField RUN_AT = moment("runAt", NewTask::runAt, NewTask::runAt)
            .api("The task does not start before this moment. If missing, it is due at once.", "2030-01-31T08:00:00Z")
            .ofMessages("No task starts before this moment. If missing, the tasks are due at once.");

    private static final NewField EXPIRE_AT = moment("expireAt", NewTask::expireAt, NewTask::expireAt)
            .api(
                    "If the task does not start by this moment, it becomes dead and never starts.",
                    "2030-01-31T08:00:00Z");

    private static final NewField EXPIRE_AFTER = time("expireAfter", 1, NewTask::expireAfter, NewTask::expireAfter)
            .api(
                    "If the task does not start within this time, such as 30s, 15m or PT15M, it becomes dead. Not together with expireAt.",
                    "15m");

    private static final NewField UNIQUE_KEY = text("uniqueKey", MAX_KEY, NewTask::uniqueKey, NewTask::uniqueKey)
            .api("At most one task of the type holds this key while it is queued or executing.")
            .ofMessages(
                    "At most one task of each subscriber's type holds this key while it is queued or executing. A publish that meets it enqueues no further task for this subscriber.");

    private static final NewField UNIQUE_BY = texts(
                    Kind.PATHS, "uniqueBy", MAX_NAME, NewTask::uniqueBy, NewTask::uniqueBy)
            .api(
                    "Fields of the payload that form the unique key, such as account or order.id. Not together with uniqueKey.",
                    List.of("account", "day"))
            .ofMessages()
            .exampleOfMessages(List.of("order"));

    private static final NewField UNIQUE_FOR = time("uniqueFor", 1, NewTask::uniqueFor, NewTask::uniqueFor)
            .api(
                    "The key is also held for this time after the end of the task, such as 30s, 15m or PT15M. Not together with uniqueWhileQueued.",
                    "1h");

    private static final NewField UNIQUE_WHILE_QUEUED = flag(
                    "uniqueWhileQueued", NewTask::isUniqueWhileQueued, NewTask::uniqueWhileQueued)
            .api("True if the key is held only until the first start.");

    private static final NewField ON_DUPLICATE = NewField.choice(
                    "onDuplicate",
                    NewTask::onDuplicate,
                    (task, what) -> task.onDuplicate(OnDuplicate.valueOf(what.toUpperCase(Locale.ROOT))))
            .api(
                    "The action if another task holds the key: keep it and answer with it, refuse, replace its payload and options, or reschedule it to this runAt or delay. A task that has started is kept.")
            .absent("keep");

    private static final NewField REFUSE_DUPLICATE = flag(
                    "refuseDuplicate", task -> task.onDuplicate() == OnDuplicate.REFUSE, NewTask::refuseDuplicate)
            .api("Short for onDuplicate refuse. Not together with onDuplicate.");

    /** All fields in the order of violations. */
    public static final List<NewField> ALL = List.of(
            TYPE,
            QUEUE,
            KEY,
            SOURCE,
            TAGS,
            PRIORITY,
            MAX_ATTEMPTS,
            DELAY,
            TIMEOUT,
            RUN_AT,
            EXPIRE_AT,
            EXPIRE_AFTER,
            UNIQUE_KEY,
            UNIQUE_BY,
            UNIQUE_FOR,
            UNIQUE_WHILE_QUEUED,
            ON_DUPLICATE,
            REFUSE_DUPLICATE);

    /** The columns and parameters of an insert, in their order. */
    static final List<NewColumn> COLUMNS = List.of(
            NewColumn.of(QUEUE, NewRow::queue).ofSchedules(),
            NewColumn.of(TYPE).ofSchedules(),
            NewColumn.json("details", NewRow::details).ofSchedules(),
            NewColumn.of(PRIORITY).ofSchedules(),
            NewColumn.of(KEY, NewRow::key).ofSchedules(),
            NewColumn.of(RUN_AT).as("run_at", NewColumn.RUN_AT),
            NewColumn.of(DELAY).asParameter(),
            NewColumn.of(MAX_ATTEMPTS, NewRow::maxAttempts).ofSchedules(),
            NewColumn.of(TIMEOUT),
            NewColumn.of(TAGS),
            NewColumn.of(SOURCE),
            NewColumn.json("context", NewRow::context),
            NewColumn.of(UNIQUE_KEY, NewRow::uniqueKey),
            NewColumn.of(UNIQUE_WHILE_QUEUED),
            NewColumn.of(UNIQUE_FOR),
            NewColumn.of(EXPIRE_AT).as("expires_at", NewColumn.EXPIRES_AT),
            NewColumn.of(EXPIRE_AFTER).asParameter());
}
