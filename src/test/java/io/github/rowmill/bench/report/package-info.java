/** The data of a run of the benchmarks, and the table and the chart that are generated from them. */
package io.github.rowmill.bench.report;
