--liquibase formatted sql

--changeset vault:1
create table vault_key (
    task bigint primary key references rowmill_task on delete cascade
);
