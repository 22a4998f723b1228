package io.github.rowmill.chaos.ledger;

import io.github.rowmill.task.TaskStatus;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The promises, each as a query. Every row of its result is a breach. */
public enum Check {
    ONE_VERDICT_PER_LEASE("I1", """
            select task, old_version, count(*), string_agg(old_status || '>' || new_status, ' ')
              from ledger_transition
             where old_version is not null
             group by task, old_version
            having count(*) > 1
            """),
    COMPLETED_NEVER_CHANGES("I1", """
            select * from ledger_transition where old_status = 'completed'
            """),
    DEAD_AND_CANCELLED_CHANGE_BY_AN_ADMINS_RETRY_ALONE("I1", """
            select task, count(*), (select count(*) from ledger_retried r where r.id = task)
              from ledger_transition
             where old_status in ('dead', 'cancelled')
             group by task, flow
            having count(*) > (select count(*) from ledger_retried r where r.id = task)
                            + (select count(*) from ledger_retried_flow r where r.id = flow)
            """),
    ONLY_AN_ADMIN_CANCELS("I1", """
            select *
              from ledger_transition
             where new_status = 'cancelled'
               and not exists (select 1 from ledger_cancelled c where c.id = task)
               and not exists (select 1 from ledger_cancelled_flow c where c.id = flow)
               and not (flow is not null and old_status = 'waiting') -- its part is not needed any more
            """),
    ONLY_THE_HOLDER_OF_A_LEASE_SETTLES_IT("I1", """
            select *
              from ledger_transition
             where old_status = 'executing'
               and new_status is distinct from 'cancelled'
               and coalesce(crashes, old_crashes) = old_crashes
               and writer <> old_operator
               and old_operator not like 'remote:%' -- a node writes for it, and its result names the lease
            """),
    A_VERDICT_DECIDES_THE_ATTEMPT_OF_ITS_OWN_LEASE("I1", """
            select * from ledger_transition where lease <> old_version
            """),
    EVERY_TRANSITION_IS_ALLOWED_AND_RAISES_THE_VERSION_BY_ONE("I1", """
            select *
              from ledger_transition
             where ((coalesce(old_status, 'new'), coalesce(new_status, 'deleted')) not in (%s)
                    and not (old_status = 'executing' and new_status is null
                             and (select completions_delete from ledger_rule))
                    and was_woken is not true)
                or new_version <> coalesce(old_version + 1, 0)
            """.formatted(successors())),
    NO_DOUBLE_EFFECT("I2", """
            select e.task_id, count(*)
              from sample_event e
             where not exists (select 1 from rowmill_task t where t.id = e.task_id and t.type = 'rental') -- I19
             group by e.task_id
            having count(*) > 1
            """),
    AN_EFFECT_EXACTLY_WHEN_COMPLETED("I2", """
            select t.id, t.status, e.effects
              from ledger_task t
              full join (select task_id, count(*) as effects from sample_event group by task_id) e
                on e.task_id = t.id
             where (t.id is null)
                or ((t.type in ('event', 'reading') or t.type like 'order-%') and (t.status = 'completed') <> (coalesce(e.effects, 0) > 0))
            """),
    EVERY_ACKNOWLEDGED_ENQUEUE_IS_THERE("I3", """
            select a.id from ledger_enqueued a where not exists (select 1 from ledger_task t where t.id = a.id)
            """),
    WHAT_A_COMPLETED_HANDLER_ENQUEUED_IS_THERE("I3", """
            select t.id
              from rowmill_task t
             where t.type = 'reminder'
               and t.status = 'completed'
               and not exists (select 1 from ledger_sent s where s.reminder = t.id)
               and not (select completions_delete from ledger_rule)
            """),
    EVERY_TASK_HAS_ENDED("I3", """
            select id, type, status, attempts, crashes, run_at, operator_id, expiry
              from rowmill_task
             where status in ('queued', 'waiting', 'executing')
            """),
    ATTEMPTS_AT_MOST_MAX("I4", """
            select * from ledger_transition where attempts > max_attempts
            """),
    ATTEMPTS_ARE_COUNTED_AT_THE_CLAIM("I4", """
            select *
              from (select *, lag(attempts) over (partition by task order by new_version, seq) as before
                      from ledger_transition) t
             where (new_status = 'executing' and attempts <> before + 1)
                or (old_status = 'executing' and new_status <> 'queued' and attempts <> before)
                or (old_status = 'executing' and new_status = 'queued' and attempts not in (before, before - 1))
            """),
    ONE_LEASE_AT_A_TIME("I5", """
            select *
              from (select *,
                           lag(new_status) over w as before,
                           lag(new_version) over w as version_before,
                           lag(new_operator) over w as operator_before
                      from ledger_transition
                    window w as (partition by task order by new_version, seq)) t
             where before is distinct from old_status
                or version_before is distinct from old_version
                or operator_before is distinct from old_operator
            """),
    A_LEASE_IS_TAKEN_IN_THE_CLAIMERS_OWN_NAME("I5", """
            select *
              from ledger_transition
             where new_status = 'executing'
               and writer <> new_operator
               and new_operator not like 'remote:%'
            """),
    A_LEASE_IS_RECOVERED_ONLY_WHEN_IT_HAS_EXPIRED("I6", """
            select *
              from ledger_transition
             where crashes <> old_crashes
               and not (old_status = 'executing'
                        and new_status in ('queued', 'dead')
                        and crashes = old_crashes + 1
                        and was_expired)
               and not (old_status = 'executing' -- a sleep forgets earlier crashes
                        and new_status = 'queued'
                        and crashes = 0
                        and attempts = old_attempts - 1
                        and writer = old_operator)
            """),
    ONE_LIVE_TASK_PER_KEY("I10", """
            select *
              from (select task, type, unique_key, at,
                           sum(case when new_status in ('queued', 'waiting', 'executing') then 1 else 0 end
                             - case when old_status in ('queued', 'waiting', 'executing') then 1 else 0 end)
                             over (partition by type, unique_key order by seq) as live
                      from ledger_transition
                     where unique_key is not null) t
             where live not in (0, 1)
            """),
    NEVER_MORE_THAN_THE_LIMIT("I13", """
            select * from ledger_start where of_queue > most_of_queue or of_key > most_of_key
            """),
    ONE_AFTER_THE_OTHER("I14", """
            select * from ledger_start where ordered and begun > 0
            """),
    IN_THE_ORDER_OF_THEIR_ENQUEUE("I14", """
            select *
              from (select s.task, s.key, lag(s.task) over (partition by i.xid, s.queue, s.key order by s.seq) as before
                      from ledger_start s
                      join ledger_transition i
                        on i.task = s.task
                       and i.old_status is null
                     where s.ordered
                       and s.is_first
                       and not exists (select 1
                                         from ledger_transition l -- an admin's retry begins out of turn
                                        where l.task = s.task
                                          and l.old_status in ('dead', 'cancelled'))) t
             where before > task
            """),
    NOT_FASTER_THAN_THE_RATE("I15", """
            select *
              from (select task, queue, rate, burst,
                           count(*) over (partition by queue order by at range between interval '10 s' preceding and current row) as starts
                      from ledger_start
                     where rate is not null) t
             where starts > burst + rate * 12.5 -- a claim may be so late to write what it was allowed
            """),
    NO_KEY_FASTER_THAN_ITS_RATE("I15", """
            select *
              from (select task, queue, key, key_rate, key_burst,
                           count(*) over (partition by queue, key order by at range between interval '10 s' preceding and current row) as starts
                      from ledger_start
                     where key_rate is not null
                       and key is not null) t
             where starts > key_burst + key_rate * 12.5
            """),
    A_CLAIM_OF_A_LIVING_NODE_BURNS_NOTHING("I16", """
            select c.task, c.new_operator, r.at - c.at
              from ledger_transition i
              join ledger_transition c
                on c.task = i.task
               and c.xid = i.xid
               and c.old_version = 0
              join ledger_transition r
                on r.task = c.task
               and r.old_version = c.new_version
             where i.old_status is null
               and r.crashes > r.old_crashes
               and not exists (select 1
                                 from ledger_trouble t
                                where t.operator = c.new_operator
                                  and t.since <= r.at
                                  and t.until >= c.at)
            """),
    A_PART_STARTS_ONCE("I17", """
            select flow, part, count(*)
              from ledger_part
             where new_state = 'open'
               and part > 0
             group by flow, part
            having count(*) > 1
            """),
    NO_PART_STARTS_EARLY("I17", """
            select p.flow, p.part, p.needs, m.task, s.new_status
              from ledger_part p
              join rowmill_part_task m
                on m.flow = p.flow
               and m.part = any(p.after)
              left join lateral (
                   select l.new_status -- as the transaction that started the part saw it
                     from ledger_transition l
                    where l.task = m.task
                      and pg_visible_in_snapshot(l.xid, p.snapshot)
                    order by l.new_version desc
                    limit 1) s
                on true
             where p.new_state = 'open'
               and p.part > 0
               and (p.needs = 'completed' and s.new_status is distinct from 'completed'
                    and not exists (select 1 from ledger_let_go g where g.id = p.flow)
                 or p.needs = 'ended' and coalesce(s.new_status, 'none') not in ('completed', 'dead', 'cancelled'))
            """),
    NO_FLOW_IS_FORGOTTEN("I18", """
            select f.id, array(select concat_ws(' ', p.part, p.name, p.state) from rowmill_part p where p.flow = f.id)
              from rowmill_flow f
             where f.finished is null
            """),
    AN_ORDER_HAS_ONE_FLOW("I18", """
            select t.id, t.status, count(f.id)
              from rowmill_task t
              left join rowmill_flow f
                on f.unique_key = 'order ' || t.id
             where t.type = 'order'
             group by t.id, t.status
            having count(f.id) <> case when t.status = 'completed' then 1 else 0 end
            """),
    A_STEP_IN_A_TRANSACTION_HAPPENS_ONCE("I19", StepQuestions.TRANSACTIONS),
    A_TURN_OF_A_LOOP_HAPPENS_ONCE("I19", StepQuestions.TURNS),
    A_RECORDED_STEP_NEVER_CHANGES("I20", StepQuestions.CHANGED_RECORDS),
    A_RECORDED_STEP_WAS_DONE("I20", StepQuestions.RECORDS_OF_NOTHING),
    EVERY_ATTEMPT_SEES_THE_RECORDED_VALUE("I20", StepQuestions.OTHER_VALUES),
    EVERY_ACKNOWLEDGED_SIGNAL_IS_THERE("I21", StepQuestions.MISSING_SIGNALS),
    A_SIGNAL_IS_RECEIVED_ONCE("I21", StepQuestions.RECEIPTS),
    NO_WAIT_PASSES_OVER_A_SIGNAL("I21", StepQuestions.BLIND_WAITS),
    A_WAIT_ENDS_WHEN_ITS_SIGNAL_WAS_SENT("I21", StepQuestions.FORGOTTEN_SIGNALS),
    A_HANDLER_GETS_THE_SIGNAL_THAT_ITS_WAIT_RECEIVED("I21", StepQuestions.OTHER_SIGNALS),
    NO_WORKER_IS_HELD("I21", StepQuestions.HELD_WORKERS);

    private final String invariant;
    private final String sql;

    Check(String invariant, String sql) {
        this.invariant = invariant;
        this.sql = sql;
    }

    /** Returns the number of the invariant. */
    public String invariant() {
        return invariant;
    }

    String sql() {
        return sql;
    }

    /** Returns the transitions of the state machine as pairs, with those of an insert. */
    private static String successors() {
        List<String> pairs = Arrays.stream(TaskStatus.values())
                .flatMap(from -> from.successors().stream().map(to -> pair(from.column(), to.column())))
                .toList();
        return pair("new", "queued") + ", " + pair("new", "waiting")
                + pairs.stream().collect(Collectors.joining(", ", ", ", ""));
    }

    private static String pair(String from, String to) {
        return "('%s', '%s')".formatted(from, to);
    }
}
