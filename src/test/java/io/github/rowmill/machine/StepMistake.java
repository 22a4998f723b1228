package io.github.rowmill.machine;

import io.github.rowmill.api.LeaseLostException;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import java.time.Duration;
import java.util.Optional;

/** Mistakes with steps, sleeps, waits and signals, each with a service that makes it. */
enum StepMistake implements WrongService {
    RECORDS_A_STEP_UNDER_A_LOST_LEASE {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public int step(Claimed task, String name, int value) {
                    try {
                        return real.step(task, name, value);
                    } catch (LeaseLostException e) {
                        rows.execute("""
                                insert into rowmill_step (task, name, kind, result, done)
                                values (%d, '%s', 'step', '%d', clock_timestamp())
                                """.formatted(task.id(), name, value));
                        return value;
                    }
                }
            };
        }
    },
    DOES_A_RECORDED_STEP_AGAIN {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public int step(Claimed task, String name, int value) {
                    forget(task, name, rows);
                    return real.step(task, name, value);
                }
            };
        }
    },
    RECORDS_A_TRANSACTION_THAT_WAS_ROLLED_BACK {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Optional<Integer> transact(Claimed task, String name, int value, Ending ending) {
                    Optional<Integer> answer = real.transact(task, name, value, ending);
                    if (answer.isEmpty()) {
                        real.step(task, name, value);
                    }
                    return answer;
                }
            };
        }
    },
    COMMITS_A_TRANSACTION_WITHOUT_ITS_RECORD {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Optional<Integer> transact(Claimed task, String name, int value, Ending ending) {
                    Optional<Integer> answer = real.transact(task, name, value, ending);
                    forget(task, name, rows);
                    return answer;
                }
            };
        }
    },
    BURNS_AN_ATTEMPT_BY_SLEEPING {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Pause sleep(Claimed task, String name, Duration time) {
                    Pause pause = real.sleep(task, name, time);
                    if (!pause.isOver()) {
                        Mistake.change(task.id(), "attempts = attempts + 1", rows);
                    }
                    return pause;
                }
            };
        }
    },
    HOLDS_THE_WORKER_OF_A_SLEEPER {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Pause sleep(Claimed task, String name, Duration time) {
                    Pause pause = real.sleep(task, name, time);
                    if (!pause.isOver()) {
                        Mistake.change(
                                task.id(),
                                "status = 'executing', operator_id = '%s', expiry = now() + interval '30 s'"
                                        .formatted(node),
                                rows);
                    }
                    return pause;
                }
            };
        }
    },
    SUSPENDS_BY_ID {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public boolean settle(Verdict verdict, Ending ending) {
                    return real.settle(
                            verdict instanceof Verdict.Suspended
                                    ? Mistake.under(Mistake.current(verdict.lease(), rows, node), verdict)
                                    : verdict,
                            ending);
                }
            };
        }
    },
    FINDS_NO_SIGNAL_THAT_CAME_BEFORE_THE_WAIT {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Pause await(Claimed task, String name, String signal, Duration most) {
                    String rename = "update rowmill_signal set name = '%s' where name = '%s'";
                    rows.execute(rename.formatted("hidden", signal));
                    try {
                        return real.await(task, name, signal, most);
                    } finally {
                        rows.execute(rename.formatted(signal, "hidden"));
                    }
                }
            };
        }
    },
    SLEEPS_THROUGH_A_SIGNAL_THAT_CAME_DURING_THE_ATTEMPT {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Pause await(Claimed task, String name, String signal, Duration most) {
                    Mistake.change(task.id(), "signalled = null", rows);
                    return real.await(task, name, signal, most);
                }

                @Override
                public boolean settle(Verdict verdict, Ending ending) {
                    if (verdict instanceof Verdict.Suspended) {
                        Mistake.change(verdict.lease().id(), "signalled = null", rows);
                    }
                    return real.settle(verdict, ending);
                }
            };
        }
    },
    DELIVERS_A_SIGNAL_TWICE {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Pause await(Claimed task, String name, String signal, Duration most) {
                    Pause pause = real.await(task, name, signal, most);
                    if (pause.payload() != null) {
                        rows.execute("""
                                insert into rowmill_signal (task, name, payload, marked)
                                values (%d, '%s', '%d', true)
                                """.formatted(task.id(), signal, pause.payload()));
                    }
                    return pause;
                }
            };
        }
    },
    WAKES_A_SLEEPER_BY_A_SIGNAL {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public void signal(long id, String name, int payload, Ending ending) {
                    real.signal(id, name, payload, ending);
                    rows.execute("""
                            update rowmill_task t
                               set run_at = least(t.run_at, clock_timestamp())
                             where t.id = %d
                               and t.status = 'queued'
                               and exists (select 1 from rowmill_step s
                                            where s.task = t.id and s.kind = 'sleep' and s.done is null)
                            """.formatted(id));
                }
            };
        }
    },
    WAKES_A_TASK_THAT_WAITS_FOR_ANOTHER_SIGNAL {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public void signal(long id, String name, int payload, Ending ending) {
                    real.signal(id, name, payload, ending);
                    rows.execute("""
                            update rowmill_task
                               set run_at = least(run_at, clock_timestamp())
                             where id = %d
                               and status = 'queued'
                               and awaits is not null
                            """.formatted(id));
                }
            };
        }
    },
    RAISES_THE_VERSION_OF_AN_EXECUTING_TASK_BY_A_SIGNAL {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public void signal(long id, String name, int payload, Ending ending) {
                    real.signal(id, name, payload, ending);
                    Mistake.change(id, "version = version + case when status = 'executing' then 1 else 0 end", rows);
                }
            };
        }
    },
    WAKES_A_CANCELLED_TASK {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public int sweepSignals() {
                    rows.execute("""
                            update rowmill_task t
                               set status = 'queued', finished = null, version = t.version + 1
                             where t.status = 'cancelled'
                               and exists (select 1 from rowmill_signal s where s.task = t.id and s.marked is null)
                            """);
                    return real.sweepSignals();
                }
            };
        }
    },
    FORGETS_SIGNALS_THAT_NO_NODE_HAS_MARKED {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public int sweepSignals() {
                    return 0;
                }
            };
        }
    };

    private static void forget(Claimed task, String name, Rows rows) {
        rows.execute("delete from rowmill_step where task = %d and name = '%s'".formatted(task.id(), name));
    }
}
