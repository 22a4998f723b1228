/** The list of public types and members. {@link PublicApi} creates it, and {@link PublicApiTest} compares it. */
package io.github.rowmill.docs.publicapi;
