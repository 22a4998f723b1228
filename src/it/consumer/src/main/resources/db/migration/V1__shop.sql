create table receipt (
    id       bigint generated always as identity primary key,
    purchase bigint not null,
    cents    bigint not null
);
