/**
 * The door to PostgreSQL. {@link EngineDatabase} serves the loops of the engine, {@link ReadDatabase} pages and lists,
 * {@link ProbeDatabase} health probes, and {@link JoinedDatabase} calls that join the caller's transaction. {@link Sql} runs a
 * statement, and {@link Refusal} reads what the database refused.
 */
@NullMarked
package io.github.rowmill.db;

import org.jspecify.annotations.NullMarked;
