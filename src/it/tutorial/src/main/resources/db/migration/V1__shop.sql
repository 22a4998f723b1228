create table orders (
    id       text primary key,
    customer text not null,
    country  text not null,
    placed   timestamptz not null,
    paid     boolean not null
);
