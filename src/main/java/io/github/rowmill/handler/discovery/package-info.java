/**
 * Finds the handlers while the application is built, and passes them to the start. {@link HandlerExtension} checks
 * every bean. {@link HandlerShape} reads a {@link FoundHandler} from a method. {@link HandlerObserver} passes it
 * to the start, and {@link HandlersProducer} collects all.
 */
@NullMarked
package io.github.rowmill.handler.discovery;

import org.jspecify.annotations.NullMarked;
