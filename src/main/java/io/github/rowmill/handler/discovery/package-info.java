/**
 * Finds the handlers while the application is built, and tells the start of them: {@link HandlerExtension} looks at every
 * bean, {@link HandlerShape} reads a {@link FoundHandler} off a method, {@link HandlerObserver} carries it to the start,
 * where {@link HandlersProducer} collects all.
 */
@NullMarked
package io.github.rowmill.handler.discovery;

import org.jspecify.annotations.NullMarked;
