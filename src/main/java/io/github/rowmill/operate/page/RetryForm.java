package io.github.rowmill.operate.page;

import io.github.rowmill.api.RetryOptions;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.FormParam;
import org.jspecify.annotations.Nullable;

/** What a form wants a retry to change of tasks. A field that is empty changes nothing. */
public class RetryForm {

    @FormParam("patch")
    @Nullable
    String patch;

    @FormParam("attempts")
    @Nullable
    String attempts;

    /** The same as Java has it. */
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
            // Refused below, as numbers out of range are.
        }
        throw new BadRequestException();
    }
}
