/** Public calls come through this package before they reach the engine. It checks their thread and their transaction. */
@NullMarked
package io.github.rowmill.engine.call;

import org.jspecify.annotations.NullMarked;
