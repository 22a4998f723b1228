/** What others wrote, made fit for the log. */
@NullMarked
package io.github.rowmill.text;

import org.jspecify.annotations.NullMarked;
