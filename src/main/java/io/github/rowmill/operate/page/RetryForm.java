package io.github.rowmill.operate.page;

import io.github.rowmill.api.RetryOptions;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.FormParam;
import org.jspecify.annotations.Nullable;

/** The changes that a form makes to tasks when they are retried. An empty field changes nothing. */
public class RetryForm {

    @FormParam("patch")
    @Nullable
    String patch;

    @FormParam("attempts")
    @Nullable
    String attempts;

    /** Returns the changes as options of a retry. */
    public RetryOptions options() {
        String json = patch == null || patch.isBlank() ? null : patch.strip();
        return new RetryOptions(json, attempts == null || attempts.isBlank() ? null : number(attempts.strip()));
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (RetryOptions.canBeAttempts(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, like numbers out of range.
        }
        throw new BadRequestException();
    }
}
