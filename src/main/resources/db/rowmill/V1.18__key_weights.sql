-- Shares of single keys, where keys take turns: so many tasks in a turn, 1 for who is not named.
alter table rowmill_queue
    add column key_weights jsonb not null default '{}',
    add constraint rowmill_queue_key_weights check (
        jsonb_typeof(key_weights) = 'object'
        and not jsonb_path_exists(key_weights, '$.* ? (@.type() != "number" || @ < 1 || @ > 1000 || @.floor() != @)'));
