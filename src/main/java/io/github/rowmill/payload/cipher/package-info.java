/** Payloads that the database keeps encrypted. */
@NullMarked
package io.github.rowmill.payload.cipher;

import org.jspecify.annotations.NullMarked;
