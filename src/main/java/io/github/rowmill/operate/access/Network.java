package io.github.rowmill.operate.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** What counts as one place that requests come from: whoever has an address of IPv6 has a network full of them. */
final class Network {

    private static final int BYTES_OF_NETWORK = 8;
    private static final int BYTES_OF_SITE = 6;

    /** No name of a host, which would be looked up; what follows is the name of an interface. */
    private static final Pattern IPV6 = Pattern.compile("([0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(%.*)?");

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
        var literal = IPV6.matcher(address);
        if (!literal.matches()) {
            return address;
        }
        try {
            InetAddress parsed = InetAddress.getByName(literal.group(1));
            byte[] bytes = parsed.getAddress();
            // One of IPv4 may be written as one of IPv6.
            return bytes.length < length
                    ? parsed.getHostAddress()
                    : HexFormat.of().formatHex(Arrays.copyOf(bytes, length)) + "/" + length * Byte.SIZE;
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
