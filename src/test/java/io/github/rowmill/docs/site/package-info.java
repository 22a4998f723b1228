/** The documents as HTML. {@link Site} writes them, and {@link SiteTest} checks that every link leads to a file. */
package io.github.rowmill.docs.site;
