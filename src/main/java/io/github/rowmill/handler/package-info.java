/** The registry of task types and their handlers, their settings and retry rules. */
@NullMarked
package io.github.rowmill.handler;

import org.jspecify.annotations.NullMarked;
