package io.github.rowmill.machine;

/**
 * One step of a sequence. It names leases and tasks by counting back from the last one, so that it means something
 * wherever it stands, also in a sequence that has lost others.
 */
interface Command {

    /** What the service answers, in the model's words; the model is where it was before. */
    Object act(Stage stage);

    /** What it should answer; takes the model there. */
    Object predict(Model model);
}
