package io.github.rowmill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A window of the browser, with the errors and warnings of its pages. */
final class Window implements AutoCloseable {

    /** Longest wait for an element. */
    private static final double MAX_MILLIS = 10_000;

    /** Messages of the console and errors of scripts. Violations of the content security policy are among them. */
    private final List<String> complaints = new ArrayList<>();

    private final BrowserContext context;
    private final Page page;
    private final String address;

    Window(Browser browser, String address, Browser.NewContextOptions options) {
        this.address = address;
        this.context = browser.newContext(options);
        this.page = context.newPage();
        page.setDefaultTimeout(MAX_MILLIS);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onDialog(dialog -> {
            complaints.add("a script of a row ran: " + dialog.message());
            dialog.dismiss();
        });
    }

    static Browser.NewContextOptions scheme(ColorScheme scheme) {
        return new Browser.NewContextOptions().setColorScheme(scheme);
    }

    Page page() {
        return page;
    }

    /** Signs a user in, by the form. */
    Window as(String user) {
        page.navigate(address + "/rowmill/login");
        page.fill("input[name=name]", user);
        page.fill("input[name=password]", user + Shop.SECRET);
        page.click("button:has-text(\"Sign in\")");
        page.waitForURL(address + "/rowmill/");
        return this;
    }

    /** Opens a page below {@code /rowmill/}. */
    Window open(String path) {
        page.navigate(address + "/rowmill/" + path);
        return this;
    }

    /** Forgets the messages of earlier pages. */
    void forgetComplaints() {
        complaints.clear();
    }

    void assertNoComplaints() {
        assertThat(complaints).isEmpty();
    }

    /** Checks the page by the rules of WCAG 2 A and AA and the best practices of axe. */
    void assertAccessible() {
        // Legacy mode runs axe in the page itself. Otherwise axe opens a window each time, which only frames need.
        List<Rule> violations =
                new AxeBuilder(page).setLegacyMode(true).analyze().getViolations();
        assertThat(violations)
                .extracting(rule -> rule.getId() + ": " + rule.getHelp() + " "
                        + rule.getNodes().stream().map(node -> node.getHtml()).toList())
                .isEmpty();
    }

    /** Checks that nothing is wider than the window. */
    void assertFits() {
        Object wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertThat(((Number) wider).intValue()).isZero();
    }

    /** Writes a screenshot to {@code target/pages}, if {@code -Dbrowser.screenshots} is set. */
    void screenshot(String name) {
        if (System.getProperty("browser.screenshots") == null) {
            return;
        }
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(Path.of("target", "pages", name + ".png"))
                .setFullPage(true));
    }

    @Override
    public void close() {
        context.close();
    }
}
