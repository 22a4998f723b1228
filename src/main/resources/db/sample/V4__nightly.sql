-- When a report is due, by 8 AM where the account is, and when it was made: what is late is a query.
alter table sample_report
    add column due  timestamptz,
    add column made timestamptz;
