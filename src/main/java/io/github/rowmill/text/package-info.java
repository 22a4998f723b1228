/** What others wrote, made fit for a row or the log. */
@NullMarked
package io.github.rowmill.text;

import org.jspecify.annotations.NullMarked;
