package io.github.rowmill.operate.access;

import io.netty.util.NetUtil;
import java.util.Arrays;
import java.util.HexFormat;

/** What counts as one place that requests come from: whoever has an address of IPv6 has a network full of them. */
final class Network {

    private static final int BYTES_OF_IPV4 = 4;
    private static final int BYTES_OF_NETWORK = 8;
    private static final int BYTES_OF_SITE = 6;

    private Network() {}

    /** An address of IPv4, or the network of 64 bits that one of IPv6 is in; anything else as it is. */
    static String of(String address) {
        return prefix(address, BYTES_OF_NETWORK);
    }

    /** The same, of IPv6 the 48 bits that a provider gives out. */
    static String site(String address) {
        return prefix(address, BYTES_OF_SITE);
    }

    private static String prefix(String address, int length) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        if (bytes == null || bytes.length == BYTES_OF_IPV4) {
            return address;
        }
        return HexFormat.of().formatHex(Arrays.copyOf(bytes, length)) + "/" + length * Byte.SIZE;
    }
}
