package io.github.rowmill.operate.access;

/** As many jobs of the caller run as may. */
public final class TooManyJobsException extends RuntimeException {

    public TooManyJobsException(String caller, int max) {
        super("%s jobs of the caller '%s' run, which is the most; wait until one has ended, or stop one"
                .formatted(max, caller));
    }
}
