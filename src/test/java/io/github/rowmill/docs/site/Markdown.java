package io.github.rowmill.docs.site;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;

/** Converts Markdown to HTML with tables. The headings get the anchors that the links of the documents use. */
final class Markdown {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private Markdown() {}

    static Node parse(String text) {
        return PARSER.parse(text);
    }

    /** Returns the HTML of a text. {@code links} converts the destination of a link to its destination in the site. */
    static String html(Node text, UnaryOperator<String> links) {
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> attributes(links))
                .build()
                .render(text);
    }

    private static AttributeProvider attributes(UnaryOperator<String> links) {
        Map<String, Integer> seen = new HashMap<>();
        return (node, tag, attributes) -> {
            if (node instanceof Heading heading) {
                attributes.put("id", anchor(text(heading), seen));
            } else if (node instanceof Link link) {
                attributes.put("href", links.apply(link.getDestination()));
            }
        };
    }

    /**
     * Returns the anchor of a heading as forges build it: in lower case, without punctuation, a hyphen for each
     * space. A repeated heading gets a number.
     */
    private static String anchor(String heading, Map<String, Integer> seen) {
        String anchor = heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        int before = seen.merge(anchor, 1, Integer::sum) - 1;
        return before == 0 ? anchor : anchor + "-" + before;
    }

    /** Returns all words of a page in lower case, code included. */
    static String words(Node page) {
        StringBuilder words = new StringBuilder();
        page.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                words.append(part.getLiteral()).append(' ');
            }

            @Override
            public void visit(Code part) {
                words.append(part.getLiteral()).append(' ');
            }

            @Override
            public void visit(FencedCodeBlock block) {
                words.append(block.getLiteral()).append(' ');
            }
        });
        return words.toString().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    }

    /** Returns the text that a reader sees. */
    static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak part) {
                text.append(' ');
            }
        });
        return text.toString();
    }
}
