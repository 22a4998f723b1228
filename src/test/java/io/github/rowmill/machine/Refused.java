package io.github.rowmill.machine;

/** The answer of a verb that throws: its exception and, for a duplicate, the task that has the key. */
record Refused(String by, int rival) {

    static Refused notFound() {
        return new Refused("TaskNotFoundException", Names.UNKNOWN);
    }

    static Refused illegal() {
        return new Refused("IllegalTransitionException", Names.UNKNOWN);
    }

    static Refused invalid() {
        return new Refused("InvalidTaskException", Names.UNKNOWN);
    }

    static Refused lost() {
        return new Refused("LeaseLostException", Names.UNKNOWN);
    }

    static Refused duplicate(int rival) {
        return new Refused("DuplicateTaskException", rival);
    }
}
