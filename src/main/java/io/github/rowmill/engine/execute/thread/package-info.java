/** The managed executors that handlers run on. */
@NullMarked
package io.github.rowmill.engine.execute.thread;

import org.jspecify.annotations.NullMarked;
