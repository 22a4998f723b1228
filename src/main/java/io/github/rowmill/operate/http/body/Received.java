package io.github.rowmill.operate.http.body;

import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/**
 * The memory that is reserved for the body of this request. Objects made from the body count too, with the memory
 * that they are likely to take.
 */
@RequestScoped
public class Received {

    private MessageMemory.@Nullable Place place;

    void set(MessageMemory.Place taken) {
        place = taken;
    }

    /**
     * Reserves more memory.
     *
     * @throws ProblemException if too little memory is left
     */
    public void hold(long bytes) {
        MessageMemory.Place taken = place;
        if (taken != null && !taken.take(bytes)) {
            throw new ProblemException(Upload.noRoom());
        }
    }
}
