/** Finds the handlers while the application is built. */
@NullMarked
package io.github.rowmill.handler.discovery;

import org.jspecify.annotations.NullMarked;
