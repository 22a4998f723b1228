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
