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
 * A sentence of a doc comment, as a reader sees it: without tags of HTML and braces. The tags of a comment, such as
 * {@code @param}, are not read.
 *
 * @param file the source that holds the comment
 */
record Sentence(Path file, String text) {

    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern LEADING_STAR = Pattern.compile("^\\s*\\*? ?", Pattern.MULTILINE);
    private static final Pattern TAG = Pattern.compile("(?:\n|^)@\\w");
    private static final Pattern INLINE_TAG = Pattern.compile("\\{@\\w+ ([^}]*)}");
    private static final Pattern HTML = Pattern.compile("<[^>]+>");
    private static final Pattern END = Pattern.compile("(?<=[.!?])\\s+(?=[A-Z(`{])");

    /** Returns all sentences of more than one word. */
    static Stream<Sentence> in(Path file) {
        return in(file, read(file));
    }

    static Stream<Sentence> in(Path file, String source) {
        return COMMENT.matcher(source)
                .results()
                .map(Sentence::plain)
                .flatMap(END::splitAsStream)
                .map(text -> new Sentence(file, text.strip()))
                .filter(sentence -> sentence.words() > 1);
    }

    private static String plain(MatchResult comment) {
        String body = LEADING_STAR.matcher(comment.group(1)).replaceAll("");
        String text = TAG.split(body, 2)[0];
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
