/** The documents as HTML: {@link Site} writes them, {@link SiteTest} looks whether every link leads somewhere. */
package io.github.rowmill.docs.site;
