package io.github.rowmill.operate.http.walk;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values that no correct client sends, and values at the limits of what is allowed. */
final class Nonsense {

    private Nonsense() {}

    /** Values for a part of a path or a query, encoded as in the request line. */
    static final List<String> IN_A_TARGET = List.of(
            "%20",
            "%09",
            "0",
            "-1",
            "1",
            "200",
            "201",
            "2147483647",
            "2147483648",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775809",
            "1" + "0".repeat(400),
            "1.5",
            "1e9",
            "NaN",
            "0x10",
            "%D9%A3",
            "true",
            "null",
            "%00",
            "a%00b",
            "%01%1B%5B31m%7F",
            "%0D%0AX-Injected:%201",
            "%E2%80%A8",
            "%ED%A0%80",
            "%FF%FE",
            "%C0%AF",
            "%F4%90%80%80",
            "%F0%9F%98%80",
            "%2E%2E%2F%2E%2E",
            "..%2F..",
            "%25",
            "%2525",
            ";a=b",
            "a;b=c",
            "%27%20or%20%271%27%3D%271",
            "%22%7B%5B",
            "%3Cscript%3E",
            "%40%23%24",
            "x".repeat(200),
            "x".repeat(201),
            "%C3%BC".repeat(500),
            "x".repeat(3000));

    /** More values for a query: the same name twice, no value, and nothing at all. */
    static final List<String> IN_A_QUERY =
            List.of("", "&", "%26%3D", "type:", "status:dead+status:dead", "created%3E%3D");

    /** Values of JSON, as they are written in a body. */
    static final List<String> OF_JSON = List.of(
            "null",
            "true",
            "false",
            "0",
            "-0.0",
            "1",
            "-1",
            "32767",
            "32768",
            "2147483647",
            "2147483648",
            "-2147483649",
            "9223372036854775808",
            "1.5",
            "1e9",
            "1e400",
            "1e-400",
            "1e2147483648",
            "-1e99999999999",
            "9".repeat(400),
            "9".repeat(1100),
            "\"\"",
            "\" \"",
            "\"1\"",
            "\"true\"",
            "\"x\"",
            "\"keep\"",
            "\"UTC\"",
            "\"30s\"",
            "\"PT30S\"",
            "\"-PT30S\"",
            "\"PT9223372036854775807S\"",
            "\"P999999999999D\"",
            "\"2030-01-31T08:00:00Z\"",
            "\"2030-01-31\"",
            "\"-999999999-01-01T00:00:00Z\"",
            "\"+999999999-12-31T23:59:59Z\"",
            "\"0000-00-00T00:00:00Z\"",
            "\"a\\u0000b\"",
            "\"\\ud800\"",
            "\"\\udc00\\ud800\"",
            "\"\\u0001\\u001b[31m\\u007f\\u2028\"",
            "\"\\r\\nX-Injected: 1\"",
            "\"" + "x".repeat(200) + "\"",
            "\"" + "x".repeat(201) + "\"",
            "\"" + "ü".repeat(3000) + "\"",
            "\"" + "\uD83D\uDE00".repeat(100) + "\"",
            "\"* * * * * * * * * *\"",
            "\"*/0 * * * *\"",
            "[]",
            "[null]",
            "[\"\"]",
            "[\"a\\u0000\"]",
            "[\"" + "x".repeat(101) + "\"]",
            "[" + "\"a\",".repeat(30) + "\"a\"]",
            "[[[[]]]]",
            "{}",
            "{\"a\": 1}",
            "{\"\": {\"\": null}}",
            "{\"a\": 1, \"a\": 2}",
            "{\"a\\u0000\": 1}",
            "{\"\\ud800\": 1}",
            "[".repeat(99) + "]".repeat(99),
            "[".repeat(200) + "]".repeat(200),
            "{\"a\":".repeat(150) + "1" + "}".repeat(150));

    /** Returns whole bodies, by their text or by their fault. */
    static Map<String, byte[]> bodies() {
        Map<String, byte[]> bodies = new LinkedHashMap<>();
        for (String text : List.of(
                "",
                " ",
                "\n\n",
                "null",
                "true",
                "1",
                "\"x\"",
                "{}",
                "[]",
                "[{}]",
                "[null]",
                "[[]]",
                "{",
                "}",
                "[",
                "{\"type\"",
                "{\"type\":",
                "{\"type\": \"noop\"",
                "{\"type\": \"noop\"} {}",
                "{\"type\": \"noop\", \"type\": \"noop\"}",
                "{\"type\": \"noop\", \"nobody\": 1}",
                "{'type': 'noop'}",
                "{type: \"noop\"}",
                "{\"type\": \"noop\",}",
                "{\"type\": NaN}",
                "{\"type\": \"a\nb\"}",
                "{\"type\": \"a\u0000b\"}",
                "/* a */ {}",
                "{\"\\u0000\": 1}",
                "\uFEFF{}")) {
            bodies.put(text, bytes(text));
        }
        bodies.put("not UTF-8", new byte[] {'{', '"', (byte) 0xC3, '"', ':', '1', '}'});
        bodies.put("a surrogate in UTF-8", new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'});
        bodies.put("overlong UTF-8", new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'});
        bodies.put("UTF-16", "{\"type\": \"noop\"}".getBytes(StandardCharsets.UTF_16));
        bodies.put("zeros", new byte[100]);
        bodies.put("deep arrays", bytes("[".repeat(20_000)));
        bodies.put("deep objects", bytes("{\"a\":".repeat(20_000)));
        bodies.put("a long name", bytes("{\"%s\": 1}".formatted("x".repeat(60_000))));
        bodies.put("a long number", bytes("[" + "9".repeat(60_000) + "]"));
        bodies.put("many fields", bytes("{" + "\"a\": 1, ".repeat(5_000) + "\"b\": 1}"));
        bodies.put("large", bytes("\"" + "x".repeat(400_000) + "\""));
        return bodies;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns headers that do not keep a request from its route. */
    static List<String> headers() {
        List<String> headers = new ArrayList<>();
        for (String value : List.of(
                "",
                "*/*",
                "text/html",
                "application/xml;q=0",
                ";;;",
                "a/b/c",
                "application/json, ,",
                "x".repeat(3000))) {
            headers.add("Accept: " + value);
        }
        for (String value : List.of(
                "",
                "text/plain",
                "application/json; charset=utf-16",
                "application/json; charset=nobody",
                "a/b/c",
                "///",
                "multipart/form-data",
                "application/x-www-form-urlencoded")) {
            headers.add("Content-Type: " + value);
        }
        for (String value : List.of("null", "http://", "%%%", "http://evil.example", "\u00E4\u00F6")) {
            headers.add("Origin: " + value);
        }
        headers.addAll(List.of(
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: ",
                "Cookie: rowmill-session=" + "A".repeat(1000),
                "Cookie: ;;;=;\u00FF",
                "Cookie: rowmill=%00; rowmill_session=\u00E4",
                "Accept-Language: " + "x-".repeat(500),
                "Accept-Encoding: nobody;q=2",
                "Accept-Charset: ;",
                "If-None-Match: *",
                "If-Modified-Since: yesterday",
                "Range: bytes=-1",
                "X-HTTP-Method-Override: DELETE",
                "X-Forwarded-For: " + "1.2.3.4, ".repeat(100),
                "Forwarded: for=\"",
                "Expect: nothing",
                "traceparent: 00-\u00E4-1"));
        return headers;
    }

    /** Values of a header that the API reads: versions, and others. */
    static final List<String> IN_A_HEADER = List.of(
            "",
            " ",
            "*",
            "**",
            "0",
            "\"0\"",
            "W/\"0\"",
            "\"0\", \"1\"",
            "\"0\",",
            "\"-1\"",
            "\"1.5\"",
            "\"9223372036854775808\"",
            "\"" + "9".repeat(400) + "\"",
            "\"" + "x".repeat(3000) + "\"",
            "\"0\"," + " \"0\",".repeat(150) + " \"0\"",
            "\"\"",
            "\"",
            "\"\t\"",
            "\"\u00E4\u00FF\"",
            "%00",
            "null");

    /** Values of {@code Authorization} that identify no user. */
    static final List<String> OF_AUTHORIZATION = List.of(
            "",
            "Basic",
            "Basic ",
            "Basic !!!",
            "Basic bm9ib2R5LXdhbGs6eA==",
            "Basic bm9ib2R5LXdhbGs=",
            "Basic " + "AAAA".repeat(700),
            "Basic AP8A//8=",
            "Bearer",
            "Bearer ",
            "Bearer " + "x".repeat(3000),
            "Bearer \u00E4\u00FF",
            "Digest a=b",
            "\u00E4");
}
