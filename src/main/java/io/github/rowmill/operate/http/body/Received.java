package io.github.rowmill.operate.http.body;

import io.github.rowmill.operate.http.json.ProblemException;
import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** The body of this request. What is made of it takes room as well, as much as it is likely to have in memory. */
@RequestScoped
public class Received {

    private Room.@Nullable Place place;

    void set(Room.Place taken) {
        place = taken;
    }

    /** @throws ProblemException there is no room for so much more */
    public void hold(long bytes) {
        Room.Place taken = place;
        if (taken != null && !taken.take(bytes)) {
            throw new ProblemException(Upload.noRoom());
        }
    }
}
