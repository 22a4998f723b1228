package io.github.rowmill.chaos.ledger;

/** An act on the task of a {@link History}, by statements as the engine writes them, or by wrong ones. */
enum Act {
    CLAIMS("""
            update rowmill_task set status = 'executing', operator_id = current_setting('application_name'),
                   expiry = clock_timestamp() + interval '1 minute', attempts = attempts + 1, version = version + 1
            """),
    CLAIMS_FOR_ANOTHER("""
            update rowmill_task set status = 'executing', operator_id = 'other',
                   expiry = clock_timestamp() + interval '1 minute', attempts = attempts + 1, version = version + 1
            """),
    TAKES_FREE_OF_CHARGE("""
            update rowmill_task set status = 'executing', operator_id = current_setting('application_name'),
                   expiry = clock_timestamp() + interval '1 minute', version = version + 1
            """),
    COMPLETES(effect() + ended("completed")),
    COMPLETES_WITHOUT_EFFECT(ended("completed")),
    DELETES(effect() + "delete from rowmill_task"),
    LOSES_THE_ROW("delete from rowmill_task"),
    GIVES_UP(ended("dead")),
    CANCELS("insert into ledger_cancelled values (1);" + ended("cancelled")),
    RETRIES_AS_ADMIN("insert into ledger_retried values (1);" + queued("finished = null, max_attempts = 11")),
    FAILS_UNDER_LEASE_1(queued("error = 'scripted failure under lease 1'")),
    SNOOZES(queued("run_at = now() + interval '1 hour', attempts = attempts - 1")),
    SLEEPS_AND_FORGETS_CRASHES(queued("attempts = attempts - 1, crashes = 0")),
    RELEASES(queued("attempts = attempts - 1")),
    EXPIRES("update rowmill_task set expiry = clock_timestamp() - interval '1 second'"),
    RENEWS_BY_VERSION("update rowmill_task set version = version + 1"),
    RECOVERS(queued("crashes = crashes + 1")),
    MOVES_UNSEEN("""
            alter table rowmill_task disable trigger ledger_updated;
            update rowmill_task set version = version + 1;
            alter table rowmill_task enable trigger ledger_updated
            """),
    FORGETS_THE_VERSION("update rowmill_task set status = 'queued', operator_id = null, expiry = null"),
    RISES(queued("finished = null")),
    CANCELS_UNASKED(ended("cancelled")),
    IS_A_REMINDER("update rowmill_task set type = 'reminder', unique_key = null"),
    SENDS("""
            insert into rowmill_task (type, source) values ('noop', 'reminder 1');
            update rowmill_task set status = 'cancelled', finished = now(), version = version + 1 where id = 2;
            insert into ledger_cancelled values (2);
            update rowmill_task set tags = '{sent}'
            """),
    LIMITS_TO_ONE_ATTEMPT("update rowmill_task set max_attempts = 1"),
    SNEAKS_IN_ANOTHER("""
            alter index rowmill_task_unique rename to gone; drop index gone;
            insert into rowmill_task (type, unique_key, status, finished) values ('event', 'k', 'queued', null);
            update rowmill_task set status = 'cancelled', finished = now(), version = version + 1 where id = 2;
            insert into ledger_cancelled values (2);
            create unique index rowmill_task_unique on rowmill_task (type, unique_key)
             where unique_key is not null and status in ('queued', 'executing')
            """),
    STARTS_OVER_A_LIMIT(started(1, "4, 3, 1, null, false, 0, null, null")),
    STARTS_BEFORE_THE_END_OF_ANOTHER(started(1, "1, null, 1, 1, true, 1, null, null")),
    STARTS_BEFORE_AN_OLDER_ONE(
            """
            insert into ledger_transition (task, type, new_status, new_version, xid)
            select 2, 'noop', 'queued', 0, xid from ledger_transition where task = 1 and old_status is null;
            """ + started(2, "1, null, 1, 1, true, 0, null, null") + started(1, "1, null, 1, 1, true, 0, null, null")),
    AS_IT_WAS_ENQUEUED("""
            update ledger_transition c set xid = i.xid
              from ledger_transition i
             where i.task = 1 and i.old_status is null and c.task = 1 and c.old_version = 0
            """),
    IS_KEPT_FROM_THE_DATABASE("insert into ledger_trouble values ('a', '-infinity', 'infinity')"),
    IS_OF_A_FLOW("""
            insert into rowmill_flow (name, finished) values ('order', now());
            insert into rowmill_part (flow, part, name, after) values (1, 1, 'charge', '{}'), (1, 2, 'ship', '{1}');
            insert into rowmill_part_task (flow, part, task) values (1, 1, 1)
            """),
    STARTS_THE_NEXT_PART("update rowmill_part set state = 'open', decided = now() where part = 2"),
    FORGETS_THE_START("update rowmill_part set state = 'waiting', decided = null where part = 2"),
    FORGETS_A_FLOW("insert into rowmill_flow (name) values ('order')"),
    PLACES_NO_ORDER("""
            insert into rowmill_task (type) values ('order');
            update rowmill_task set status = 'executing', attempts = 1, version = 1,
                   operator_id = current_setting('application_name'), expiry = clock_timestamp() + interval '1 minute'
             where id = 2;
            update rowmill_task set status = 'completed', operator_id = null, expiry = null,
                   finished = clock_timestamp(), version = 2
             where id = 2
            """),
    STARTS_TOO_FAST(started(1, "1, null, 1, null, false, 0, 1, 1").repeat(20)),
    STARTS_A_KEY_TOO_FAST(started(1, "1, null, 1, null, false, 0, null, 1").repeat(20)
            + "update ledger_start set key_rate = 1, key_burst = 1"),
    IS_A_READING("update rowmill_task set type = 'reading', unique_key = null"),
    IS_A_RENTAL("update rowmill_task set type = 'rental', details = '{\"days\": 1}', unique_key = null"),
    RESERVES(effect("reserve", 5) + recorded("reserve", "'{\"number\": 5}'")),
    RESERVES_WITHOUT_RECORD(effect("reserve", 4)),
    RECORDS_WITHOUT_RESERVING(recorded("reserve", "'{\"number\": 5}'")),
    WRITES_THE_RECORD_AGAIN("update rowmill_step set done = now() where name = 'reserve'"),
    PAYS(effect("deposit", 5) + recorded("deposit", "null")),
    PAYS_AGAIN(effect("deposit", 5)),
    PAYS_FOR_ANOTHER_BIKE(effect("deposit", 6) + recorded("deposit", "null")),
    FORGETS_THE_PAYMENT("delete from sample_event where name = 'deposit'"),
    PAYS_FOR_A_DAY(effect("day", 1) + """
            insert into rowmill_step (task, name, kind, result, turn, done) values (1, 'days', 'loop', '1', 1, now())
            """),
    PAYS_FOR_THE_DAY_AGAIN(effect("day", 1)),
    WAITS(waits()),
    SUSPENDS(queued("awaits = 'returned', attempts = attempts - 1")),
    WAKES("update rowmill_task set signalled = true, version = version + 1"),
    RECEIVES(receives()),
    WAITS_AND_RECEIVES(waits() + receives()),
    RECEIVES_AGAIN("""
            insert into rowmill_step (task, name, kind, result, until, done)
            values (1, 'returned again', 'signal', '{"slip": 7}', now(), now())
            """),
    TIMES_OUT("update rowmill_step set done = now() where name = 'returned'"),
    WAITS_AND_TIMES_OUT(waits() + "update rowmill_step set done = now() where name = 'returned'"),
    CLOSES_WITH_A_SLIP(closes(7)),
    CLOSES_WITHOUT_A_SLIP(closes(0)),
    SENDS_A_SIGNAL("""
            insert into rowmill_signal (task, name, payload, marked) values (1, 'returned', '{"slip": 7}', true);
            insert into ledger_acknowledged_signal values (7)
            """),
    LOSES_THE_SIGNAL("delete from rowmill_signal where name = 'returned'"),
    ACKNOWLEDGES_AN_UNSENT_SIGNAL("insert into ledger_acknowledged_signal values (8)");

    final String sql;

    Act(String sql) {
        this.sql = sql;
    }

    private static String started(int task, String more) {
        return """
                insert into ledger_start
                       (task, queue, key, is_first, of_queue, most_of_queue, of_key, most_of_key, ordered, begun, rate, burst)
                values (%d, 'q', 'k', true, %s);
                """.formatted(task, more);
    }

    private static String effect() {
        return effect("n", 1);
    }

    private static String effect(String name, int n) {
        return "insert into sample_event (task_id, account, name, n) values (1, 'a', '%s', %d);\n".formatted(name, n);
    }

    private static String recorded(String step, String result) {
        return "insert into rowmill_step (task, name, result, done) values (1, '%s', %s, now())"
                .formatted(step, result);
    }

    private static String waits() {
        return """
                insert into rowmill_step (task, name, kind, until)
                values (1, 'returned', 'signal', now() + interval '1 hour');
                """;
    }

    private static String receives() {
        return """
                delete from rowmill_signal where name = 'returned';
                update rowmill_step set result = '{"slip": 7}', done = now() where name = 'returned'
                """;
    }

    private static String closes(int slip) {
        return effect("close", 5) + recorded("close", "null") + """
                ;
                update rowmill_task set result = '{"bike": 5, "slip": %d}';
                """.formatted(slip) + ended("completed");
    }

    private static String ended(String status) {
        return """
                update rowmill_task set status = '%s', operator_id = null, expiry = null, error = null,
                       finished = clock_timestamp(), version = version + 1
                """.formatted(status);
    }

    private static String queued(String more) {
        return """
                update rowmill_task set status = 'queued', operator_id = null, expiry = null,
                       version = version + 1, %s
                """.formatted(more);
    }
}
