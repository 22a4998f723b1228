package io.github.rowmill.chaos.ledger;

/** Who does it. */
record Step(String node, Act act) {}
