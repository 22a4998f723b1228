package io.github.rowmill.operate.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Follows the links of all pages as a browser does. It visits one address of each kind, and the links on it. */
final class Links {

    private static final Pattern LINK =
            Pattern.compile("\\b(href|src|action|hx-get|hx-sse:connect)=\"([^\"#][^\"]*)\"");
    private static final Pattern BEGINNING = Pattern.compile("<[^<>]*$");
    private static final Pattern NUMBER = Pattern.compile("(?<=/)[0-9a-f]+(?=/|$)");
    private static final int FIRST_ERROR = 400;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final Set<String> kinds = new HashSet<>();
    private final Deque<URI> pages = new ArrayDeque<>();

    private Links() {}

    /**
     * Requests everything that can be reached from these pages. Returns the kinds of the addresses, without queries.
     */
    static Set<String> follow(URI... first) {
        Links links = new Links();
        links.pages.addAll(List.of(first));
        while (!links.pages.isEmpty()) {
            links.read(links.pages.remove());
        }
        return links.kinds;
    }

    private void read(URI page) {
        HttpResponse<InputStream> answer = send("GET", page);
        assertThat(answer.statusCode()).as("GET %s", page).isLessThan(FIRST_ERROR);
        if (answer.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
            String html = text(answer);
            LINK.matcher(html).results().forEach(link -> add(answer.uri(), link, html));
        } else {
            close(answer);
        }
    }

    private void add(URI page, MatchResult link, String html) {
        URI target = page.resolve(link.group(2).replace("&amp;", "&"));
        boolean isForm = link.group(1).equals("action");
        String method = isForm && tag(html, link).contains("method=\"post\"") ? "POST" : "GET";
        String kind = method + " " + NUMBER.matcher(target.getPath()).replaceAll("N");
        if (!kinds.add(kind)) {
            return;
        }
        if (isForm) {
            HttpResponse<InputStream> answer = send("OPTIONS", target);
            close(answer);
            assertThat(answer.headers().firstValue("Allow").orElse("nothing"))
                    .as("%s of %s", target, page)
                    .contains(method);
        } else {
            pages.add(target);
        }
    }

    private static String tag(String html, MatchResult link) {
        String begin = BEGINNING
                .matcher(html.substring(0, link.start()))
                .results()
                .findFirst()
                .orElseThrow()
                .group();
        return begin + html.substring(link.start(), html.indexOf('>', link.end()));
    }

    private HttpResponse<InputStream> send(String method, URI to) {
        try {
            return http.send(
                    HttpRequest.newBuilder(to)
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .build(),
                    BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(HttpResponse<InputStream> answer) {
        try (InputStream body = answer.body()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(HttpResponse<InputStream> answer) {
        try {
            answer.body().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
