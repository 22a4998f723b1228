package io.github.rowmill.chaos.broken;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** Replaces the texts of a class file by texts of any length (JVM specification, 4.4 "The Constant Pool"). */
final class Constants {

    private static final int HEAD_BYTES = 8;
    private static final int TEXT = 1;

    private Constants() {}

    /** Returns the class file, with each text as {@code change} returns it. */
    static byte[] replaced(byte[] classFile, UnaryOperator<String> change) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(in.readNBytes(HEAD_BYTES));
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int index = 1; index < count; index++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            if (tag == TEXT) {
                out.writeUTF(change.apply(in.readUTF()));
            } else {
                out.write(in.readNBytes(bytesOf(tag)));
            }
            index += takesTwoPlaces(tag) ? 1 : 0;
        }
        in.transferTo(out);
        return bytes.toByteArray();
    }

    private static boolean takesTwoPlaces(int tag) {
        return tag == 5 || tag == 6;
    }

    private static int bytesOf(int tag) {
        return switch (tag) {
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case 5, 6 -> 8;
            case 7, 8, 16, 19, 20 -> 2;
            case 15 -> 3;
            default -> throw new IllegalArgumentException("tag must be one of the constant pool's, was " + tag);
        };
    }
}
