create table orders (
    id bigint generated always as identity primary key,
    customer text not null,
    cents bigint not null
);
