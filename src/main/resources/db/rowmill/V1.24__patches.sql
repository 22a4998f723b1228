-- A job that retries tasks may change their payloads, and give them attempts.

-- While such a job runs it is "mending": an older node, which knows neither, looks for jobs that are "running", and leaves it alone.
alter table rowmill_job
    add column attempts integer,                   -- that each task has from now on; null: those that are left, or one
    add column patch    text,                      -- of their payloads (RFC 7396), encrypted if there is a key; null: they stay
    add column refused  bigint not null default 0, -- of those skipped: whose payload, with the patch, does not fit the type
    drop constraint rowmill_job_status,
    drop constraint rowmill_job_end,
    add constraint rowmill_job_attempts check (attempts between 1 and 1000000000),
    add constraint rowmill_job_changes check (action = 'retry' or num_nonnulls(attempts, patch) = 0),
    add constraint rowmill_job_status check (status in ('running', 'mending', 'stopped', 'finished')),
    add constraint rowmill_job_end check ((status in ('running', 'mending')) = (finished is null));

create index rowmill_job_unfinished on rowmill_job (id) where finished is null;

-- What was refused is named until its job is forgotten. A task that has changed since its job began is not patched.
alter table rowmill_job_task
    add column version bigint,
    add column refusal text;
