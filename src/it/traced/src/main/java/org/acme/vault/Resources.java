package org.acme.vault;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Puts all resources under a path. */
@ApplicationPath("/api")
public class Resources extends Application {}
