package io.github.rowmill.operate.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Groups addresses into networks, as the holder of one IPv6 address usually has a whole network of them. */
final class Network {

    private static final int BYTES_OF_NETWORK = 8;
    private static final int BYTES_OF_SITE = 6;

    /**
     * Matches IPv6 literals, and no host names, which would cause a DNS lookup. The name of an interface may
     * follow.
     */
    private static final Pattern IPV6 = Pattern.compile("([0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(%.*)?");

    private Network() {}

    /**
     * Returns an IPv4 address as it is, and for an IPv6 address its 64-bit network. Any other text is returned
     * unchanged.
     */
    static String of(String address) {
        return prefix(address, BYTES_OF_NETWORK);
    }

    /**
     * Returns an IPv4 address as it is, and for an IPv6 address the 48-bit prefix that a provider assigns. Any
     * other text is returned unchanged.
     */
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
            // An IPv4 address may be written as an IPv6 one.
            return bytes.length < length
                    ? parsed.getHostAddress()
                    : HexFormat.of().formatHex(Arrays.copyOf(bytes, length)) + "/" + length * Byte.SIZE;
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
