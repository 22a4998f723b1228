package io.github.rowmill.operate.admin;

import io.github.rowmill.api.InvalidPatchException;
import io.github.rowmill.api.RowmillException;
import io.github.rowmill.api.TaskEvent;
import io.github.rowmill.config.Permission;
import io.github.rowmill.engine.enqueue.AfterCommit;
import io.github.rowmill.engine.read.TaskFilter;
import io.github.rowmill.feature.job.Job;
import io.github.rowmill.feature.job.Jobs;
import io.github.rowmill.feature.job.NewJob;
import io.github.rowmill.operate.access.Access;
import io.github.rowmill.operate.access.OneReadPerCaller;
import io.github.rowmill.operate.access.TooManyJobsException;
import io.github.rowmill.operate.audit.Action;
import io.github.rowmill.operate.audit.Audit;
import io.github.rowmill.operate.audit.Audit.Target;
import io.github.rowmill.operate.mask.Masks;
import io.github.rowmill.operate.mask.PatchMasks;
import io.github.rowmill.operate.search.Query;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Operations on many tasks at once. */
@Singleton
@Transactional(rollbackOn = RowmillException.class)
public class AdminJobs {

    /** Largest number of running jobs of a caller. Each may keep a list of a million tasks. */
    private static final int MAX_RUNNING = 20;

    private final Access access;
    private final Masks masks;
    private final PatchMasks patches;
    private final Audit audit;
    private final Jobs jobs;
    private final AfterCommit afterCommit;

    AdminJobs(Access access, Masks masks, PatchMasks patches, Audit audit, Jobs jobs, AfterCommit afterCommit) {
        this.access = access;
        this.masks = masks;
        this.patches = patches;
        this.audit = audit;
        this.jobs = jobs;
        this.afterCommit = afterCommit;
    }

    /**
     * Begins a job on all tasks that a query finds now. The nodes carry it out in parts.
     *
     * @throws TooManyJobsException if 20 jobs of the caller run
     */
    @OneReadPerCaller
    public Job begin(NewJob wanted) {
        TaskFilter filter = wanted.filter();
        String queue = filter.queue().orElse(null);
        access.requireOf(Permission.OPERATE, queue);
        if (filter.asksForPayloads()) {
            access.requireOf(Permission.VIEW_PAYLOAD, queue);
        }
        requirePatch(wanted.options().patch(), filter);
        if (jobs.running(access.name()) >= MAX_RUNNING) {
            throw new TooManyJobsException(access.name(), MAX_RUNNING);
        }
        NewJob asked = wanted.filter(TaskViews.searchable(filter, masks));
        long id = jobs.begin(asked, access.name());
        Job job = jobs.find(id).orElseThrow();
        audit.write(Action.of(asked.action()), new Target(Target.JOB, String.valueOf(id)), Map.of(), record(job));
        afterCommit.fire(List.of(new TaskEvent.JobBegun(id, asked.action().word(), job.total())));
        return shown(job);
    }

    /**
     * Checks that the caller may see payloads, as a patch requires. Refuses a patch with a mask, as the job would
     * write the mask into each payload.
     */
    private void requirePatch(@Nullable String patch, TaskFilter filter) {
        if (patch != null) {
            access.requireOf(Permission.VIEW_PAYLOAD, filter.queue().orElse(null));
            if (patches.isMaskIn(patch, filter.type().orElse(null))) {
                throw new InvalidPatchException("must have all sensitive values: a job cannot keep the old ones");
            }
        }
    }

    /** Returns the job as the caller may see it, as its query and its patch may reveal payloads. */
    private Job shown(Job job) {
        boolean withPayload = seesPayloads(job);
        String patch = job.patch();
        String told = withPayload && patch != null ? patches.masked(patch, type(job)) : PatchMasks.HIDDEN;
        return job.told(withPayload ? job.query() : Query.withoutPayloads(job.query()), patch == null ? null : told);
    }

    private boolean seesPayloads(Job job) {
        return access.may(Permission.VIEW_PAYLOAD, job.queue(), null);
    }

    private static @Nullable String type(Job job) {
        return Query.type(job.query()).orElse(null);
    }

    private Map<String, Object> record(Job job) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("query", job.query());
        record.put("total", job.total());
        if (job.reason() != null) {
            record.put("reason", job.reason());
        }
        if (job.spread() != null) {
            record.put("spread", job.spread().toString());
        }
        if (job.attempts() != null) {
            record.put("attempts", job.attempts());
        }
        String patch = job.patch();
        if (patch != null) {
            record.put("patch", TaskRecords.cut(patches.recorded(patch, type(job))));
        }
        return record;
    }

    @OneReadPerCaller
    public Optional<Job> find(long id) {
        access.requireSomewhere(Permission.VIEW);
        return jobs.find(id)
                .filter(job -> access.may(Permission.VIEW, job.queue(), null))
                .map(this::shown);
    }

    /** Returns the next {@code limit} jobs with lower ids that the caller may see, the newest first. */
    @OneReadPerCaller
    public List<Job> page(long below, int limit) {
        access.requireSomewhere(Permission.VIEW);
        return jobs.page(below, access.queues(Permission.VIEW), limit).stream()
                .map(this::shown)
                .toList();
    }

    /**
     * Returns tasks above an id whose payload was refused with the job's patch, the lowest first. The reason is
     * null for callers who may not see payloads.
     *
     * @return empty if the job does not exist
     */
    public Optional<List<Job.Refused>> refused(long id, long above, int limit) {
        return find(id).map(job -> jobs.refused(id, above, limit).stream()
                .map(one -> seesPayloads(job) ? one : new Job.Refused(one.task(), null))
                .toList());
    }

    /**
     * Stops a job before it is done. A job that has ended stays as it is.
     *
     * @return empty if the job does not exist
     */
    public Optional<Job> stop(long id) {
        access.requireSomewhere(Permission.OPERATE);
        Optional<Job> found = jobs.find(id);
        found.ifPresent(job -> {
            access.requireOf(Permission.OPERATE, job.queue());
            jobs.stop(id);
            audit.write(
                    Action.STOP, new Target(Target.JOB, String.valueOf(id)), Map.of("status", job.status()), Map.of());
        });
        return found.flatMap(job -> jobs.find(id)).map(this::shown);
    }
}
