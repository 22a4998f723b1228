package io.github.rowmill.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests long names of the application and the viewer. The links to the pages keep their room. */
class LongNamesIT {

    private static final String LABEL = "hibernate-orm-panache-quickstart dev";
    private static final String HIDDEN = "(nav => nav.scrollWidth - nav.clientWidth)(document.querySelector('.pages'))";
    private static final String LABEL_WIDTH = "document.querySelector('.where').getBoundingClientRect().width";
    private static final int HEIGHT = 500;

    /** Width from which all links fit side by side. On narrower pages the last links fade, and users can scroll them. */
    private static final int PHONE = 704;

    @AutoClose
    private static Browsers browsers;

    @AutoClose
    private static Shop shop;

    @BeforeAll
    static void open() throws Exception {
        browsers = Browsers.open();
        shop = Shop.open("long-names", "rowmill.dashboard.label=" + LABEL);
    }

    @ParameterizedTest
    @CsvSource({
        "1440, LIGHT",
        "1280, LIGHT",
        "1280, DARK",
        "1366, LIGHT",
        "1233, LIGHT",
        "1000, LIGHT",
        "720, LIGHT",
        "400, LIGHT",
        "400, DARK"
    })
    void everyPageIsLinkedToInSight(int width, ColorScheme scheme) {
        try (Window window = new Window(browsers.browser(), shop.node().address(), Window.scheme(scheme)).as("admin")) {
            window.page().setViewportSize(width, HEIGHT);
            window.open("queues");

            window.screenshot("long-name-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width);
            window.assertFits();
            assertThat(number(window, LABEL_WIDTH)).as("width of the label").isGreaterThan(60);
            if (width > PHONE) {
                assertThat(number(window, HIDDEN)).as("hidden of the links").isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1920, 1440, 1280, 1233, 1000, 720, 400, 320})
    void aLongNameOfTheViewerIsCut(int width) {
        try (Window window =
                new Window(browsers.browser(), shop.node().address(), Window.scheme(ColorScheme.LIGHT)).as("admin")) {
            window.page().setViewportSize(width, HEIGHT);
            window.open("queues");
            assertThat(window.page().locator(".who").getAttribute("title")).isEqualTo("admin");

            window.page().evaluate("document.querySelector('.who').textContent = 'operator '.repeat(25)");

            window.assertFits();
        }
    }

    private static int number(Window window, String script) {
        return ((Number) window.page().evaluate(script)).intValue();
    }
}
