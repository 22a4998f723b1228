-- What the benchmark's tasks write.
create table sample_measure (
    task_id bigint not null,
    what    text   not null,
    nanos   bigint not null
);
