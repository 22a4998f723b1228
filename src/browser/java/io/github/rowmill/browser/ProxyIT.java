package io.github.rowmill.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the dashboard behind a proxy that shows it below another path. The node is not configured for that path. */
class ProxyIT {

    @Test
    void everyLinkAndActionStaysBelowThePathOfTheProxy() throws Exception {
        try (Browsers browsers = Browsers.open();
                Shop shop = Shop.open("proxied");
                Proxy proxy = Proxy.start("/shop/queue", shop.node().address());
                Window window = new Window(browsers.browser(), proxy.address(), new Browser.NewContextOptions())) {
            Page page = window.as("admin").page();
            List<String> places = page.locator("header nav a").all().stream()
                    .map(link -> (String) link.evaluate("link => link.href"))
                    .toList();
            assertThat(places).hasSizeGreaterThan(5);
            for (String place : places) {
                page.navigate(place);
                assertThat(page.url()).startsWith(proxy.address() + "/rowmill/");
                assertThat(page.locator("h1")).isVisible();
            }
            window.open("tasks?q=status:dead");
            page.click("a.row-link >> nth=0");
            page.click("button:has-text(\"Retry\")");
            assertThat(page.locator(".done")).isVisible();
            assertThat(page.url()).startsWith(proxy.address() + "/rowmill/tasks/");
            window.assertNoComplaints();
        }
    }
}
