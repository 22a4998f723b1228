package io.github.rowmill.machine;

import io.github.rowmill.api.Enqueued;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.engine.Rows;
import io.github.rowmill.engine.store.Inserts;
import io.github.rowmill.engine.store.end.Verdict;
import io.github.rowmill.task.Claimed;
import io.github.rowmill.task.Lease;
import io.github.rowmill.task.TaskStatus;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Mistakes, each with a service that makes it. */
enum Mistake implements WrongService {
    COMPLETES_BY_ID {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public boolean complete(Lease lease, Ending ending) {
                    return real.complete(current(lease, rows, node), ending);
                }
            };
        }
    },
    SETTLES_BATCHES_BY_ID {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Set<Lease> settleAll(List<Verdict> verdicts) {
                    return real.settleAll(verdicts.stream()
                            .map(verdict -> under(current(verdict.lease(), rows, node), verdict))
                            .toList());
                }
            };
        }
    },
    RELEASES_WITHOUT_RAISING_THE_VERSION {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public boolean settle(Verdict verdict, Ending ending) {
                    boolean held = real.settle(verdict, ending);
                    if (held && verdict instanceof Verdict.Released && ending == Ending.COMMIT) {
                        change(verdict.lease().id(), "version = version - 1", rows);
                    }
                    return held;
                }
            };
        }
    },
    RAISES_THE_VERSION_BY_RENEWING {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Set<Lease> renew(Collection<Lease> leases) {
                    Set<Lease> renewed = real.renew(leases);
                    renewed.forEach(lease -> change(lease.id(), "version = version + 1", rows));
                    return renewed;
                }
            };
        }
    },
    GIVES_BACK_WHAT_NO_HANDLER_BEGAN_AS_IF_ONE_HAD {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Set<Lease> settleAll(List<Verdict> verdicts) {
                    return real.settleAll(verdicts.stream()
                            .map(one -> one instanceof Verdict.Unbegun unbegun
                                    ? new Verdict.Released(unbegun.lease())
                                    : one)
                            .toList());
                }
            };
        }
    },
    RESCHEDULES_WHATEVER_THE_DEADLINE {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public List<Enqueued> enqueue(List<NewTask> tasks, Ending ending) {
                    long last = rows.number("select coalesce(max(id), 0) from rowmill_task");
                    rows.execute("update rowmill_task set expires_at = expires_at + interval '100 days'");
                    try {
                        return real.enqueue(tasks, ending);
                    } finally {
                        rows.execute(
                                "update rowmill_task set expires_at = expires_at - interval '100 days' where id <= "
                                        + last);
                    }
                }
            };
        }
    },
    BURNS_AN_ATTEMPT_BY_SNOOZING {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public boolean settle(Verdict verdict, Ending ending) {
                    boolean held = real.settle(verdict, ending);
                    if (held && verdict instanceof Verdict.Snoozed && ending == Ending.COMMIT) {
                        change(verdict.lease().id(), "attempts = attempts + 1", rows);
                    }
                    return held;
                }
            };
        }
    },
    TRIMS_BEFORE_ITS_TIME {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public int trim(TaskStatus status) {
                    String old = "select count(*) from rowmill_task where status = '%s'".formatted(status.column());
                    int trimmed = (int) rows.number(old);
                    rows.execute("delete from rowmill_task where status = '%s'".formatted(status.column()));
                    return trimmed;
                }
            };
        }
    },
    GOES_ON_WITH_WHAT_IS_EXECUTING {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public List<Claimed> claimAfter(Claimed last, Set<String> types, int limit) {
                    rows.execute("""
                            update rowmill_task
                               set status = 'queued', operator_id = null, expiry = null
                             where status = 'executing'
                               and queue = '%s'
                               and id > %d
                            """.formatted(last.queue(), last.id()));
                    return real.claimAfter(last, types, limit);
                }
            };
        }
    },
    GOES_ON_FROM_THE_HEAD {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public List<Claimed> claimAfter(Claimed last, Set<String> types, int limit) {
                    return real.claim(last.queue(), types, limit);
                }
            };
        }
    },
    CLAIMS_NEW_TASKS_BY_STATUS {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public List<Claimed> claimNew(String queue, List<Long> ids) {
                    ids.forEach(
                            id -> change(id, "version = case when status = 'queued' then 0 else version end", rows));
                    return real.claimNew(queue, ids);
                }
            };
        }
    },
    LEAVES_A_TASK_THAT_IS_CLAIMED_AS_IT_IS_INSERTED {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Inserts.Made insertNew(NewTask task) {
                    Inserts.Made made = real.insertNew(task);
                    change(made.id(), "status = 'queued', operator_id = null, expiry = null", rows);
                    return made;
                }
            };
        }
    },
    COMPLETES_WHAT_ANOTHER_NODE_HOLDS {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public boolean complete(Lease lease, Ending ending) {
                    takeOver(lease, rows, node);
                    return real.complete(lease, ending);
                }
            };
        }
    },
    SETTLES_BATCHES_OF_WHAT_ANOTHER_NODE_HOLDS {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Set<Lease> settleAll(List<Verdict> verdicts) {
                    verdicts.forEach(verdict -> takeOver(verdict.lease(), rows, node));
                    return real.settleAll(verdicts);
                }
            };
        }
    },
    SETTLES_A_PART_OF_WHAT_RAN_TOGETHER {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Set<Lease> settleTogether(Map<Claimed, Verdict> verdicts) {
                    Set<Lease> lost = real.settleTogether(verdicts);
                    verdicts.values().stream()
                            .filter(verdict -> !lost.isEmpty() && !lost.contains(verdict.lease()))
                            .forEach(verdict -> real.settle(verdict, Ending.COMMIT));
                    return lost;
                }
            };
        }
    },
    SETTLES_TOGETHER_WHAT_ANOTHER_NODE_HOLDS {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Set<Lease> settleTogether(Map<Claimed, Verdict> verdicts) {
                    verdicts.values().forEach(verdict -> takeOver(verdict.lease(), rows, node));
                    return real.settleTogether(verdicts);
                }
            };
        }
    },
    RENEWS_WHAT_ANOTHER_NODE_HOLDS {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public Set<Lease> renew(Collection<Lease> leases) {
                    leases.forEach(lease -> takeOver(lease, rows, node));
                    return real.renew(leases);
                }
            };
        }
    },
    ENQUEUES_WHATEVER_BECOMES_OF_THE_TRANSACTION {
        @Override
        public Service over(Service real, Rows rows, String node) {
            return new Decorator(real) {
                @Override
                public List<Enqueued> enqueue(List<NewTask> tasks, Ending ending) {
                    return real.enqueue(tasks, Ending.COMMIT);
                }
            };
        }
    };

    /**
     * Returns the lease by which the node may settle the task if it was claimed. The effect is that of a verdict which
     * compares the id alone.
     */
    static Lease current(Lease lease, Rows rows, String node) {
        rows.execute("""
                update rowmill_task
                   set status = 'executing', operator_id = '%s', expiry = coalesce(expiry, now()), finished = null
                 where id = %d
                   and status not in ('queued', 'waiting')
                """.formatted(node, lease.id()));
        String version = rows.text(
                "select version from rowmill_task where id = %d and status <> 'queued'".formatted(lease.id()));
        return version == null ? lease : new Lease(lease.id(), Long.parseLong(version));
    }

    /** Gives the node a task that another node holds, as if the fence did not compare the node. */
    private static void takeOver(Lease lease, Rows rows, String node) {
        change(lease.id(), "operator_id = case when status = 'executing' then '%s' end".formatted(node), rows);
    }

    static Verdict under(Lease lease, Verdict verdict) {
        if (verdict instanceof Verdict.Retried retried) {
            return new Verdict.Retried(lease, retried.delay(), retried.error(), retried.stackTrace());
        }
        if (verdict instanceof Verdict.Dead dead) {
            return new Verdict.Dead(lease, dead.error(), dead.stackTrace());
        }
        if (verdict instanceof Verdict.Unbegun) {
            return new Verdict.Unbegun(lease);
        }
        if (verdict instanceof Verdict.Suspended suspended) {
            return new Verdict.Suspended(lease, suspended.delay(), suspended.signal());
        }
        return verdict instanceof Verdict.Snoozed snoozed
                ? new Verdict.Snoozed(lease, snoozed.delay())
                : new Verdict.Released(lease);
    }

    static void change(long id, String set, Rows rows) {
        rows.execute("update rowmill_task set %s where id = %d".formatted(set, id));
    }
}
