/** Checks the thread and the transaction of public calls before they reach the engine. */
@NullMarked
package io.github.rowmill.engine.call;

import org.jspecify.annotations.NullMarked;
