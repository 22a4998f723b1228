package io.github.rowmill.operate.search;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rowmill.engine.read.Operator;
import io.github.rowmill.engine.read.Term;
import io.github.rowmill.operate.search.Query.Misread;
import io.github.rowmill.operate.search.Query.Understood;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {

    private static final Path REFERENCE = Path.of("docs", "reference", "search.md");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "type:reminder | TYPE [reminder]",
                "type:reminder status:dead | TYPE [reminder], STATUS [dead]",
                "status:queued | QUEUED [queued]",
                "-status:completed | not STATUS [completed]",
                "id:42 | ID [42]",
                "tag:vip tag:eu | TAG [vip], TAG [eu]",
                "-type:a -type:b type:c | not TYPE [a], not TYPE [b], TYPE [c]",
                "key:customer:7 | KEY [customer:7]",
                "unique-key:a-1 schedule:nightly source:shop node:n1 queue:q | "
                        + "UNIQUE_KEY [a-1], SCHEDULE [nightly], SOURCE [shop], NODE [n1], QUEUE [q]",
                "flow:12 part:thumbs status:waiting | FLOW [12], PART [thumbs], WAITING [waiting]",
                "awaits:decision -awaits:paid | AWAITS [decision], not AWAITS [paid]",
                "awaits:flow:12 | AWAITS [flow:12]",
                "type:\"two words\" | TYPE [two words]",
                "type:\"a \\\"b\\\" \\\\c\" | TYPE [a \"b\" \\c]",
                "error:\"50% of_it\\\\n\" | ERROR [%50\\% of\\_it\\\\n%]",
                "created>2026-11-01 | CREATED_AFTER [2026-11-01T00:00Z, null, 2026-11-01T00:00Z, null]",
                "finished>=2026-11-01T08:00+01:00 | FINISHED_SINCE [2026-11-01T07:00Z, null]",
                "run-at<15m | RUN_AT_BEFORE [null, 900.0]",
                "run-at<=15m-ago | RUN_AT_UNTIL [null, 900.0]",
                "run-at<in-2h | RUN_AT_BEFORE [null, -7200.0]",
                "payload.account:a-2093 | PAYLOAD [{\"account\":\"a-2093\"}]",
                "payload.n:5 | PAYLOAD_EITHER [{\"n\":\"5\"}, {\"n\":5}]",
                "payload.n:-5.50 | PAYLOAD_EITHER [{\"n\":\"-5.50\"}, {\"n\":-5.5}]",
                "payload.paid:true | PAYLOAD_EITHER [{\"paid\":\"true\"}, {\"paid\":true}]",
                "payload.n:\"5\" | PAYLOAD [{\"n\":\"5\"}]",
                "payload.n:007 | PAYLOAD [{\"n\":\"007\"}]",
                "payload.order.customer:c7 | PAYLOAD [{\"order\":{\"customer\":\"c7\"}}]",
                "payload.lines:[{\"sku\": \"a b\"}] type:x | PAYLOAD [{\"lines\":[{\"sku\":\"a b\"}]}], TYPE [x]",
                "payload:{\"a\": 1} | PAYLOAD [{\"a\":1}]",
                "-payload:{\"a\":\"}\"} | not PAYLOAD [{\"a\":\"}\"}]",
            })
    void aValidQueryIsUnderstood(String query, String terms) {
        assertThat(text(query)).isEqualTo(terms);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void anEmptyQueryHasNoTerms(String query) {
        assertThat(Query.of(query)).isEqualTo(new Understood(List.of(), List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "timeout | 8 | expected : or another sign; a term is field:value",
                "type:a  colour:red | 9 | expected a field: id, type, status, queue, tag, key, unique-key, schedule, "
                        + "flow, part, awaits, source, node, created, run-at, started, finished, error, failure, payload",
                "type: status:dead | 6 | expected a value",
                "status:lost | 8 | expected one of queued, waiting, executing, completed, dead, cancelled, retrying",
                "status:dead status:cancelled | 13 | status is in the query twice, and a task has only one",
                "id:zero | 4 | expected a number from 1 to 9223372036854775807",
                "id:0 | 4 | expected a number from 1 to 9223372036854775807",
                "id>7 | 3 | expected : after id",
                "created:2026-11-01 | 8 | expected <= or >= or < or > after created",
                "created>yesterday | 9 | expected a day such as 2026-11-01, a moment such as 2026-11-01T08:00Z, or a time ago such as 15m",
                "created>in-1h-ago | 9 | expected a day such as 2026-11-01, a moment such as 2026-11-01T08:00Z, or a time ago such as 15m",
                "created>2026-02-30 | 9 | expected a day such as 2026-11-01, a moment such as 2026-11-01T08:00Z, or a time ago such as 15m",
                "created>+99999-01-01T00:00Z | 9 | expected a day such as 2026-11-01, a moment such as 2026-11-01T08:00Z, or a time ago such as 15m",
                "created<9999-12-31T23:59:59-18:00 | 9 | expected a day such as 2026-11-01, a moment such as 2026-11-01T08:00Z, or a time ago such as 15m",
                "created>999999999w | 9 | expected at most 36500 days",
                "type:\"a b | 6 | expected a closing \" for this one",
                "type:\"a\"b | 9 | expected a space or the end",
                "type.name:a | 1 | type has no fields of its own",
                "payload:a | 9 | expected JSON that begins with { or [, or a field of the payload, such as payload.account",
                "payload..a:b | 1 | expected a path of 1 to 20 names, such as payload.account",
                "payload:{}x | 11 | expected a space or the end",
                "- type:a | 2 | expected : or another sign; a term is field:value",
                "'\uD83D\uDE00\uD83D\uDE00:a' | 1 | expected a field: id, type, status, queue, tag, key, unique-key, "
                        + "schedule, flow, part, awaits, source, node, created, run-at, started, finished, error, failure, payload",
                "'type:\uD83D\uDE00 status:x' | 15 | expected one of queued, waiting, executing, completed, dead, cancelled, retrying",
            })
    void anInvalidQueryNamesTheColumnOfItsError(String query, int column, String message) {
        assertThat(Query.of(query)).isEqualTo(new Misread(column, message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "payload:{\"a\": | 14",
                "payload:{a:1} | 10",
                "payload:{] | 10",
                "type:a payload:{\"a\":\"\\u0000\"} | 16",
                "payload:{\"a\":1e999999999999} | 9",
                "payload:{\"a\":1e5000} | 9",
            })
    void invalidOrUnstorableJsonNamesItsColumn(String query, int column) {
        assertThat(Query.of(query))
                .isInstanceOfSatisfying(
                        Misread.class, wrong -> assertThat(wrong.column()).isEqualTo(column));
    }

    @Test
    void aDayIsReadAsAMomentAndAnAgeAsSeconds() {
        Term day = ((Understood) Query.of("created<2026-11-01")).terms().get(0);
        Term ago = ((Understood) Query.of("created<2w")).terms().get(0);

        assertThat(day.values()).containsExactly(OffsetDateTime.parse("2026-11-01T00:00Z"), null);
        assertThat(ago.values())
                .containsExactly(null, (double) Duration.ofDays(14).toSeconds());
    }

    @Test
    void aQueryHasAtMostTwentyTerms() {
        assertThat(Query.of("tag:a ".repeat(20))).isInstanceOf(Understood.class);
        assertThat(Query.of("tag:a ".repeat(21))).isEqualTo(new Misread(121, "a query has at most 20 terms"));
    }

    static Stream<String> hostile() {
        String[] parts = {
            "type:",
            "-",
            "\"",
            "\\",
            "\u0000",
            "payload:",
            "{",
            "[",
            "}",
            "payload.a.",
            "a.",
            "payload:{\"a\":",
            ":",
            "<",
            ">=",
            "\uD800",
            "\uDC00",
            "\uD83D\uDE00",
            "\u202E",
            "\u00A0",
            "%",
            "'",
            "';drop table rowmill_task;--",
            "1e9",
            "9",
            "in-",
            "created>9",
            "created>",
            "2026-11-01T",
            "\r\n",
            "?",
            "$1",
            "status:dead ",
            "id:9",
        };
        return Stream.concat(
                Stream.of(parts).map(part -> part.repeat(10_000 / part.length())),
                Stream.of(parts)
                        .flatMap(one -> Stream.of(parts)
                                .flatMap(other -> Stream.of(one + other, one + other + one, "type:a " + one + other))));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    @Timeout(5)
    void hostileTextIsUnderstoodOrRefused(String query) {
        Query read = Query.of(query);

        if (read instanceof Misread misread) {
            assertThat(misread.column()).isBetween(1, query.length() + 1);
            assertThat(misread.message()).isNotBlank().hasSizeLessThan(1000);
        } else {
            assertThat(((Understood) read).terms()).hasSizeLessThanOrEqualTo(Query.MAX_TERMS);
        }
    }

    @Test
    void theReferenceListsExactlyTheFieldsAndTheirSigns() throws IOException {
        Map<String, String> documented = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (`[:<>=` ]+`) \\|")
                .matcher(Files.readString(REFERENCE))
                .results()
                .collect(toMap(row -> row.group(1), row -> row.group(2).replace("`", "")));

        assertThat(documented).isEqualTo(Field.ALL.stream().collect(toMap(Field::toString, QueryTest::signs)));
    }

    private static String signs(Field field) {
        return Arrays.stream(Operator.values())
                .filter(field::knows)
                .map(Operator::sign)
                .sorted()
                .collect(joining(" "));
    }

    @Test
    void theErrorInTheReferenceIsTheRealMessage() throws IOException {
        assertThat(Files.readString(REFERENCE)).contains("\"message\": \"" + Query.of("status:lost") + "\"");
    }

    private static String text(String query) {
        Query read = Query.of(query);
        return read instanceof Understood understood
                ? understood.terms().stream().map(QueryTest::text).collect(joining(", "))
                : read.toString();
    }

    private static String text(Term term) {
        return (term.negated() ? "not " : "") + term.condition() + " " + term.values();
    }
}
