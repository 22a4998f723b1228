package io.github.rowmill.chaos.ledger;

/** An act, and the node that does it. */
record Step(String node, Act act) {

    static Step a(Act act) {
        return new Step("a", act);
    }

    static Step b(Act act) {
        return new Step("b", act);
    }
}
