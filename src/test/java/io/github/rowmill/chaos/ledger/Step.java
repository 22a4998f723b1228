package io.github.rowmill.chaos.ledger;

/** Who does it. */
record Step(String node, Act act) {

    static Step a(Act act) {
        return new Step("a", act);
    }

    static Step b(Act act) {
        return new Step("b", act);
    }
}
