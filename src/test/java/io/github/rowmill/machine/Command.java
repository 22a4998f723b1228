package io.github.rowmill.machine;

/**
 * A step of a sequence. It names leases and tasks by counting back from the last one. So it has a meaning at any
 * place, also in a sequence from which others were removed.
 */
interface Command {

    /**
     * Runs the command on the service, before the model has played it. Returns the service's answer in the model's
     * terms.
     */
    Object act(Stage stage);

    /** Plays the command on the model. Returns the expected answer. */
    Object predict(Model model);
}
