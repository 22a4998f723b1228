package io.github.rowmill.prose;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A sentence of a doc comment or of a page, as a reader sees it: without tags of HTML, braces and links. The tags of a
 * comment, such as {@code @param}, are not read, and neither are tables, headings and code of a page.
 *
 * @param file the source or the page that holds the sentence
 */
record Sentence(Path file, String text) {

    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern LEADING_STAR = Pattern.compile("^\\s*\\*? ?", Pattern.MULTILINE);
    private static final Pattern TAG = Pattern.compile("(?:\n|^)@\\w");
    private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+ ([^}]*)}");
    private static final Pattern HTML = Pattern.compile("<[^>]+>");

    private static final Pattern CODE = Pattern.compile("```.*?```", Pattern.DOTALL);
    private static final Pattern BLOCKS = Pattern.compile("\\n\\s*\\n|\\n(?=[-*|#\\d])");
    private static final Pattern NO_TEXT = Pattern.compile("^[|#<].*", Pattern.DOTALL);
    private static final Pattern BULLET = Pattern.compile("^(?:[-*]|\\d+\\.) ");
    private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");

    private static final Pattern END = Pattern.compile("(?<=[.!?])\\s+(?=[A-Z(`{])");

    /** Returns all sentences of more than one word in the doc comments of a source. */
    static Stream<Sentence> in(Path file) {
        return in(file, read(file));
    }

    static Stream<Sentence> in(Path file, String source) {
        return of(file, COMMENT.matcher(source).results().map(Sentence::body));
    }

    /** Returns all sentences of more than one word in a page of Markdown. */
    static Stream<Sentence> inPage(Path file) {
        return inPage(file, read(file));
    }

    static Stream<Sentence> inPage(Path file, String page) {
        return of(
                file,
                BLOCKS.splitAsStream(CODE.matcher(page).replaceAll(""))
                        .map(String::strip)
                        .filter(block -> !NO_TEXT.matcher(block).matches())
                        .map(block -> BULLET.matcher(block).replaceFirst(""))
                        .map(block -> LINK.matcher(block).replaceAll("$1").replace("**", "")));
    }

    private static Stream<Sentence> of(Path file, Stream<String> texts) {
        return texts.map(Sentence::plain)
                .flatMap(END::splitAsStream)
                .map(text -> new Sentence(file, text.strip()))
                .filter(sentence -> sentence.words() > 1);
    }

    private static String body(MatchResult comment) {
        return TAG.split(LEADING_STAR.matcher(comment.group(1)).replaceAll(""), 2)[0];
    }

    private static String plain(String text) {
        String named = INLINE_TAG.matcher(text).replaceAll("$1");
        return HTML.matcher(named).replaceAll("").strip().replaceAll("\\s+", " ");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int words() {
        return text.isEmpty() ? 0 : text.split(" ").length;
    }

    boolean isHardToRead() {
        return Arrays.stream(HardPattern.values()).anyMatch(pattern -> pattern.matches(text));
    }

    @Override
    public String toString() {
        return "%s: %s %s"
                .formatted(
                        file.getFileName(),
                        text,
                        Arrays.stream(HardPattern.values())
                                .filter(pattern -> pattern.matches(text))
                                .map(HardPattern::advice)
                                .toList());
    }
}
