/** The list of public types and members: {@link PublicApi} makes it, {@link PublicApiTest} compares it. */
package io.github.rowmill.docs.publicapi;
