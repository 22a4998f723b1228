package io.github.rowmill.chaos.ledger;

/** Queries of {@link Check} about rentals, whose tasks have steps, sleep, and wait for signals. */
final class StepQuestions {

    static final String TRANSACTIONS = """
            select t.id, t.status, s.name, e.effects, r.done
              from rowmill_task t
             cross join (values ('deposit'), ('close')) s (name)
              left join (select task_id, name, count(*) as effects from sample_event group by task_id, name) e
                on e.task_id = t.id
               and e.name = s.name
              left join rowmill_step r
                on r.task = t.id
               and r.name = s.name
             where t.type = 'rental'
               and (coalesce(e.effects, 0) <> case when r.task is null then 0 else 1 end
                 or t.status = 'completed' and r.task is null)
            """;

    static final String TURNS = """
            select t.id, t.status, r.turn, e.effects, e.turns
              from rowmill_task t
              left join (select task_id, count(*) as effects, count(distinct n) as turns
                           from sample_event
                          where name = 'day'
                          group by task_id) e
                on e.task_id = t.id
              left join rowmill_step r
                on r.task = t.id
               and r.name = 'days'
             where t.type = 'rental'
               and (coalesce(e.effects, 0) <> coalesce(r.turn, 0)
                 or coalesce(e.turns, 0) <> coalesce(r.turn, 0)
                 or t.status = 'completed' and coalesce(r.turn, 0) <> (t.details ->> 'days')::bigint)
            """;

    static final String CHANGED_RECORDS = """
            select * from ledger_step where kind = 'step' and op <> 'insert'
            """;

    static final String RECORDS_OF_NOTHING = """
            select r.task, r.result
              from rowmill_step r
             where r.name = 'reserve'
               and not exists (select 1
                                 from sample_event e
                                where e.task_id = r.task
                                  and e.name = 'reserve'
                                  and e.n = (r.result ->> 'number')::int)
            """;

    static final String OTHER_VALUES = """
            select t.id, t.status, r.result, e.name, e.n, t.result
              from rowmill_task t
              left join rowmill_step r
                on r.task = t.id
               and r.name = 'reserve'
              left join sample_event e
                on e.task_id = t.id
               and e.name in ('deposit', 'close')
             where t.type = 'rental'
               and (e.n <> coalesce((r.result ->> 'number')::int, -1)
                 or t.status = 'completed'
                    and (t.result ->> 'bike')::int is distinct from coalesce((r.result ->> 'number')::int, -1))
            """;

    static final String MISSING_SIGNALS = """
            select a.id from ledger_acknowledged_signal a where not exists (select 1 from ledger_signal s where s.slip = a.id)
            """;

    static final String RECEIPTS = """
            select s.slip, s.task, count(r.task) as received, count(g.id) as kept
              from ledger_signal s
              left join rowmill_step r
                on r.kind = 'signal'
               and (r.result ->> 'slip')::bigint = s.slip
              left join rowmill_signal g
                on g.id = s.id
             group by s.slip, s.task
            having count(r.task) + count(g.id) <> 1
                or bool_or(r.task <> s.task)
            """;

    static final String BLIND_WAITS = """
            select w.task, w.name, s.slip
              from ledger_step w
              join ledger_signal s
                on s.task = w.task
               and pg_visible_in_snapshot(s.xid, w.snapshot)
             where w.kind = 'signal'
               and w.op = 'update'
               and w.is_over
               and not w.has_value
            """;

    static final String FORGOTTEN_SIGNALS = """
            select s.slip, s.task, s.at, t.status, t.awaits, t.run_at
              from ledger_signal s
              join rowmill_signal g
                on g.id = s.id
              join rowmill_task t
                on t.id = s.task
               and t.finished is null
            """;

    static final String OTHER_SIGNALS = """
            select t.id, t.result, r.result
              from rowmill_task t
              left join rowmill_step r
                on r.task = t.id
               and r.name = 'returned'
             where t.type = 'rental'
               and t.status = 'completed'
               and (t.result ->> 'slip')::bigint is distinct from coalesce((r.result ->> 'slip')::bigint, 0)
            """;

    // The attempt that notes a sleep or a wait ends. If the same lease ends it in a later transaction, a worker has
    // waited.
    static final String HELD_WORKERS = """
            select b.task, b.name, b.lease
              from ledger_step b
              join ledger_step e
                on e.task = b.task
               and e.name = b.name
               and e.op = 'update'
               and e.is_over
               and e.lease = b.lease
               and e.xid <> b.xid
             where b.kind in ('sleep', 'signal')
               and b.op = 'insert'
            """;

    private StepQuestions() {}
}
