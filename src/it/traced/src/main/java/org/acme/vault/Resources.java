package org.acme.vault;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** All resources are under a path. */
@ApplicationPath("/api")
public class Resources extends Application {}
