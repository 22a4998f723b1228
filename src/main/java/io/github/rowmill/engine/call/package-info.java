/** What a call of the application goes through before it reaches the engine: which thread it is on, and in which transaction. */
@NullMarked
package io.github.rowmill.engine.call;

import org.jspecify.annotations.NullMarked;
