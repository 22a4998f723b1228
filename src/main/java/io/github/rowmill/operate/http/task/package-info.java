/** Tasks over HTTP: enqueue, read, search, and what operators do to one. */
@NullMarked
package io.github.rowmill.operate.http.task;

import org.jspecify.annotations.NullMarked;
