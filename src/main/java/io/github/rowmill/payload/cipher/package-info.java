/** Encryption of payloads in the database. */
@NullMarked
package io.github.rowmill.payload.cipher;

import org.jspecify.annotations.NullMarked;
