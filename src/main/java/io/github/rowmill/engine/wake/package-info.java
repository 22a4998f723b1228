/** Wake-ups between nodes, by LISTEN and NOTIFY: a hint that makes tasks start sooner, and without which polling finds them. */
@NullMarked
package io.github.rowmill.engine.wake;

import org.jspecify.annotations.NullMarked;
