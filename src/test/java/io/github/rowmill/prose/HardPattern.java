package io.github.rowmill.prose;

import java.util.regex.Pattern;

/** A pattern that makes a sentence hard to read for someone whose first language is not English. */
enum HardPattern {
    OPENS_WITHOUT_A_NOUN(
            "^(What|Who|Whoever|Whom|Whose|Those|Such|One|Others|Some) (?!of these)\\S",
            "open with a verb (Returns, Claims) or with the noun"),
    HEADLESS_CLAUSE(
            "^(Which|Where|Whether|How|When) \\S+.*[^?]$", "write the value: Returns whether ..., The node that ..."),
    THE_SAME("^The same\\b", "repeat it as a whole"),
    FRAGMENT("^(Of|By|Behind|Beside|Before|Without|With) [^,]*$", "write a sentence with subject and verb"),
    PEOPLE_FOR_CODE(
            "\\b([Ww]hoever|[Nn]obody|[Ss]omebody|[Nn]obody's|[Ss]omebody's)\\b",
            "name the caller, the node, the transaction"),
    CODE_THAT_SPEAKS(
            "\\b(tells?|told|says?|said|hears?|heard|asks?|asked|knows?)\\b",
            "use calls, returns, reads, sends, checks"),
    SO_MANY("\\b[Ss]o (many|much|long|often|few)\\b(?! (as|that))", "use the name of the number"),
    IDIOM(
            "\\b(in hand|in vain|at it|by now|all the same|of ours|in its stead|in turn|is there|are there|is over|is gone|come to)\\b",
            "use the plain verb");

    private final Pattern pattern;
    private final String advice;

    HardPattern(String pattern, String advice) {
        this.pattern = Pattern.compile(pattern);
        this.advice = advice;
    }

    boolean matches(String sentence) {
        return pattern.matcher(sentence).find();
    }

    String advice() {
        return advice;
    }
}
