create table office_task (
    id   bigint generated always as identity primary key,
    text text not null
);
create table office_attempt (
    id   bigint generated always as identity primary key,
    text text not null
);
create table archive_box (
    id   bigint generated always as identity primary key,
    text text not null check (text <> 'unwanted')
);
-- Rowmill's table is there before the application's first migration.
create table office_receipt (
    task bigint primary key references rowmill_task on delete cascade
);
