package io.github.rowmill.handler;

import java.util.List;

/** The handlers of this application as declared. {@link Handlers} has them with the configuration applied. */
public record DeclaredHandlers(List<DeclaredHandler> all) {}
