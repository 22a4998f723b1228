package io.github.rowmill.payload.nativeimage;

/** Searches in byte arrays. */
final class Bytes {

    private Bytes() {}

    static boolean contains(byte[] bytes, byte[] text) {
        for (int at = 0; at <= bytes.length - text.length; at++) {
            if (isAt(bytes, at, text)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAt(byte[] bytes, int at, byte[] text) {
        for (int i = 0; i < text.length; i++) {
            if (bytes[at + i] != text[i]) {
                return false;
            }
        }
        return true;
    }
}
