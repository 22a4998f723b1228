package io.github.rowmill.operate.page;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the check of pages can fail. */
class HtmlTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "<p style=\"color: red\">",
                "<td title=\"a\" onclick=\"b()\">",
                "<svg/onload=alert(1)> <svg onload=alert(1)>",
                "<img src=x>",
                "<a href=\"javascript:alert(1)\">",
                "<style>"
            })
    void theCheckFindsHarmfulHtml(String harm) {
        assertThatThrownBy(() -> Html.assertHarmless("<!doctype html>" + harm)).isInstanceOf(AssertionError.class);
    }

    @Test
    void theCheckAcceptsEscapedText() {
        assertThatCode(
                        () -> Html.assertHarmless(
                                "<!doctype html><input value=\"x onerror=y style=z\"><p>&lt;script&gt; onclick=</p><script src=\"a.js\" defer></script>"))
                .doesNotThrowAnyException();
    }
}
