/** The JSON of requests, answers and problems, and the one place that reads and writes it. */
@NullMarked
package io.github.rowmill.operate.http.json;

import org.jspecify.annotations.NullMarked;
