-- V2 made it for the benchmark, whose handlers have left the sample, and V2 with them.
drop table if exists sample_measure;
