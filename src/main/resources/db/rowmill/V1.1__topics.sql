create table rowmill_subscription (
    topic        varchar(200) not null,
    type         varchar(200) not null,
    queue        varchar(200) not null default 'default',
    max_attempts int          not null default 10,
    pinned       boolean      not null default false,
    declared_by  varchar(200),
    created      timestamptz  not null default now(),
    handled      timestamptz  not null default now(),
    primary key (topic, type),
    constraint rowmill_subscription_names check (
        char_length(topic) >= 1 and char_length(type) >= 1 and char_length(queue) >= 1),
    constraint rowmill_subscription_attempts check (max_attempts >= 1),
    constraint rowmill_subscription_moments check (
        least(created, handled) >= timestamptz '0001-01-01 00:00:00+00'
        and greatest(created, handled) < timestamptz '10000-01-01 00:00:00+00')
);

comment on table rowmill_subscription is 'Subscribers of topics. A publish makes a task for each row of its topic.';
comment on column rowmill_subscription.topic is 'Topic.';
comment on column rowmill_subscription.type is 'Type of the tasks that a publish makes.';
comment on column rowmill_subscription.queue is 'Queue of these tasks.';
comment on column rowmill_subscription.max_attempts is 'Most attempts of these tasks.';
comment on column rowmill_subscription.pinned is 'Whether a user has changed the row, so that nodes do not change it back.';
comment on column rowmill_subscription.declared_by is
    'Application whose code declares the subscriber; null if a user added it.';
comment on column rowmill_subscription.created is 'Time when it was added.';
comment on column rowmill_subscription.handled is 'Time when a running node last had a handler for the type.';

-- Publishes by SQL, and returns the ids of the new tasks. The function runs with the rights of its caller.
--
-- Its body is bound to the tables here and now, so no search_path of a session can lead it to others. It sets no
-- search_path, because triggers of the application on rowmill_task would run with that. As text, because Flyway cannot
-- read "begin atomic".
do $$
begin
    execute $function$
        create or replace function rowmill_publish(topic text, details jsonb, key text default null)
        returns setof bigint language sql
        begin atomic
            insert into rowmill_task (type, queue, max_attempts, details, key)
            select s.type, s.queue, s.max_attempts, $2, $3
              from rowmill_subscription s
             where s.topic = $1
             order by s.type
            returning id;
        end
    $function$;
end $$;
