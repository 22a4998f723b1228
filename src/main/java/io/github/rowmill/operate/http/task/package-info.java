/** Tasks over HTTP: enqueue, read, search, and operations on a single task. */
@NullMarked
package io.github.rowmill.operate.http.task;

import org.jspecify.annotations.NullMarked;
