package io.github.rowmill.operate.search;

import java.util.function.IntPredicate;

/** A position in the text of a query. */
final class Cursor {

    private static final char QUOTE = '"';
    private static final char ESCAPE = '\\';

    private final String text;
    private int at;

    Cursor(String text) {
        this.text = text;
    }

    int at() {
        return at;
    }

    /** Skips white space, and returns whether any text is left. */
    boolean isAtTerm() {
        takeWhile(Character::isWhitespace);
        return at < text.length();
    }

    /** Takes these characters if they come next, and returns whether they did. */
    boolean take(String expected) {
        if (!text.startsWith(expected, at)) {
            return false;
        }
        at += expected.length();
        return true;
    }

    /** Takes characters as long as they match; returns empty text if the next one does not. */
    String takeWhile(IntPredicate wanted) {
        int from = at;
        while (at < text.length() && wanted.test(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    /** Takes a value: the text between quotes, or up to the next white space. */
    Value takeText() {
        int from = at;
        boolean quoted = take(String.valueOf(QUOTE));
        String value = quoted ? takeQuoted(from) : takeWhile(c -> !Character.isWhitespace(c));
        if (!quoted && value.isEmpty()) {
            throw misread("expected a value");
        }
        requireEnd();
        return new Value(from, value, quoted, null);
    }

    /** Takes a value as JSON, up to its closing bracket, if a bracket opens here. Otherwise takes it as text. */
    Value takeTextOrJson() {
        if (!text.startsWith("{", at) && !text.startsWith("[", at)) {
            return takeText();
        }
        int from = at;
        Json json = Json.read(text, from);
        at = json.end();
        requireEnd();
        return new Value(from, text.substring(from, at), false, json);
    }

    private String takeQuoted(int from) {
        StringBuilder value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != QUOTE) {
            if (text.charAt(at) == ESCAPE && at + 1 < text.length()) {
                at++;
            }
            value.append(text.charAt(at++));
        }
        if (at == text.length()) {
            throw new MisreadException(from, "expected a closing \" for this one");
        }
        at++;
        return value.toString();
    }

    private void requireEnd() {
        if (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            throw misread("expected a space or the end");
        }
    }

    /** Returns the exception for a fault at this position. */
    MisreadException misread(String message) {
        return new MisreadException(at, message);
    }
}
