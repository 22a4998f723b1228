/** The managed executors that handlers run on. */
@NullMarked
package io.github.rowmill.execute.thread;

import org.jspecify.annotations.NullMarked;
