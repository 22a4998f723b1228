package io.github.rowmill.operate.page.live;

import io.github.rowmill.operate.page.Frame;
import io.github.rowmill.operate.page.NavigationPage;
import io.quarkus.qute.TemplateInstance;
import org.jspecify.annotations.Nullable;

/**
 * A page that changes while it is open. The parts that change stand between comments in its template,
 * {@code <!--live ID-->} and {@code <!--/live-->}. Each part is the element with this id, or all that the element
 * holds. The page is rendered as usual, and only changed parts are sent.
 */
public interface LivePage {

    /** Returns the place of the page in the navigation. */
    NavigationPage place();

    /** Returns the name of the page in the address of its stream. */
    default String word() {
        return place().word();
    }

    /**
     * Returns the relative path from the page to the dashboard's folder, for links. The stream's own address
     * is always in that folder.
     */
    default String base() {
        return "./";
    }

    /**
     * Checks whether the caller may look at the page.
     *
     * @throws io.github.rowmill.operate.access.DeniedException if the caller may not
     */
    void require(@Nullable String of);

    /**
     * Returns the page as it is now, for a viewer whose permissions are checked as in a request.
     *
     * @param of the part of the page from its address; null for the part that it shows by default
     */
    TemplateInstance live(Frame frame, @Nullable String of);
}
