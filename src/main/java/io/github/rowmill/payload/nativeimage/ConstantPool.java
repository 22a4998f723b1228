package io.github.rowmill.payload.nativeimage;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names in a class file: of classes, and those within its descriptors and signatures (JVM specification, 4.4).
 */
final class ConstantPool {

    private static final int UTF8 = 1;
    private static final int BEFORE_THE_POOL = 8;

    /** Tags of entries with eight bytes, which take two places, and with two. Most others have four. */
    private static final Set<Integer> LONG = Set.of(5, 6);

    private static final Set<Integer> SHORT = Set.of(7, 8, 16, 19, 20);
    private static final int METHOD_HANDLE = 15;

    private static final Pattern NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$/]*");

    private ConstantPool() {}

    /** Returns all words that may be names of classes, with dots; some of them are other words. */
    static Set<String> names(byte[] classFile) throws IOException {
        Set<String> names = new TreeSet<>();
        for (String text : texts(classFile)) {
            Matcher name = NAME.matcher(text);
            while (name.find()) {
                String found = name.group();
                names.add(found.replace('/', '.'));
                // The first letter may belong to the descriptor.
                if (found.startsWith("L") || found.startsWith("T")) {
                    names.add(found.substring(1).replace('/', '.'));
                }
            }
        }
        return names;
    }

    private static List<String> texts(byte[] classFile) throws IOException {
        List<String> texts = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile))) {
            in.skipBytes(BEFORE_THE_POOL);
            int count = in.readUnsignedShort();
            for (int place = 1; place < count; place++) {
                int tag = in.readUnsignedByte();
                if (tag == UTF8) {
                    texts.add(in.readUTF());
                } else {
                    in.skipBytes(length(tag));
                }
                place += LONG.contains(tag) ? 1 : 0;
            }
        }
        return texts;
    }

    private static int length(int tag) {
        if (tag == METHOD_HANDLE) {
            return 3;
        }
        return LONG.contains(tag) ? Long.BYTES : SHORT.contains(tag) ? Short.BYTES : Integer.BYTES;
    }
}
