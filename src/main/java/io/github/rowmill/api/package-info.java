/** What an application touches. */
@NullMarked
package io.github.rowmill.api;

import org.jspecify.annotations.NullMarked;
