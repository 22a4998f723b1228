-- Who has signed in at the page: of a token only the digest, and one of the password, which ends the session if it changes.
create table rowmill_session (
    digest   bytea        primary key,
    name     varchar(200) not null,
    password bytea        not null,
    expires  timestamptz  not null
);

-- Who did what. Rows are only ever added, by a function that its callers' rights on the table have no part in.
create table rowmill_audit (
    id      bigint       generated always as identity primary key,
    at      timestamptz  not null default clock_timestamp(),
    actor   varchar(200) not null,
    address varchar(100),
    action  varchar(50)  not null,
    kind    varchar(20)  not null,
    name    varchar(200) not null,
    before  jsonb,
    after   jsonb
);
create index rowmill_audit_name on rowmill_audit (kind, name, id);
create index rowmill_audit_at on rowmill_audit (at);

create or replace function rowmill_audit_add(actor text, address text, action text, kind text, name text, before jsonb, after jsonb)
returns bigint language sql security definer set search_path from current as $$
    insert into rowmill_audit (actor, address, action, kind, name, before, after)
    values ($1, $2, $3, $4, $5, $6, $7)
    returning id
$$;

-- However short a time is asked for: what was done within a week is not deleted.
create or replace function rowmill_audit_trim(keep interval)
returns bigint language sql security definer set search_path from current as $$
    with gone as (delete from rowmill_audit where at < clock_timestamp() - greatest($1, interval '7 days') returning 1)
    select count(*) from gone
$$;

revoke all on function rowmill_audit_add(text, text, text, text, text, jsonb, jsonb) from public;
revoke all on function rowmill_audit_trim(interval) from public;
