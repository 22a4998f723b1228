/** What goes over the wire: requests, answers and problems, and the one place that reads and writes them. */
@NullMarked
package io.github.rowmill.operate.http.json;

import org.jspecify.annotations.NullMarked;
