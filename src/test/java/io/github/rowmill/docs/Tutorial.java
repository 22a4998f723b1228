package io.github.rowmill.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The application of the tutorial, as its pages write it. If a comment above a block has a path, the block is a file,
 * or lines that are added to a file.
 */
final class Tutorial {

    static final Path PAGES = Path.of("docs", "tutorial");
    static final Path APPLICATION = Path.of("src", "it", "tutorial");

    private static final Pattern BLOCK =
            Pattern.compile("<!-- (\\S+/\\S+|\\S+\\.\\w+)(, added)? -->\n```\\w*\n(.*?)```\n", Pattern.DOTALL);

    /** A block that a reader writes. */
    record Block(Path page, String file, boolean isAdded, String text) {}

    private Tutorial() {}

    /** Returns the pages in the order of their numbers. */
    static List<Path> pages() {
        try (Stream<Path> files = Files.list(PAGES)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d-.*\\.md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Block> blocks(Path page) {
        List<Block> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(read(page));
        while (block.find()) {
            blocks.add(new Block(page, block.group(1), block.group(2) != null, block.group(3)));
        }
        return blocks;
    }

    /** Returns the files of the application after the first {@code pages} pages, by their path. */
    static Map<String, String> state(int pages) {
        Map<String, String> files = new TreeMap<>();
        pages().stream()
                .limit(pages)
                .flatMap(page -> blocks(page).stream())
                .forEach(block -> files.merge(
                        block.file(), block.text(), (old, text) -> block.isAdded() ? old + "\n" + text : text));
        return files;
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
