package io.github.rowmill.operate.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 10.0.0.1, 10.0.0.1",
        "::ffff:10.0.0.1, 10.0.0.1, 10.0.0.1",
        "2001:db8:0:7::1, 20010db800000007/64, 20010db80000/48",
        "2001:DB8:0:7:ffff:ffff:ffff:ffff, 20010db800000007/64, 20010db80000/48",
        "fe80::1%eth0, fe80000000000000/64, fe8000000000/48",
        "::1, 0000000000000000/64, 000000000000/48",
        "null, null, null",
        "host:name, host:name, host:name",
        ":::, :::, :::"
    })
    void anAddressMapsToItsNetworkAndItsSite(String address, String network, String site) {
        assertThat(Network.of(address)).isEqualTo(network);
        assertThat(Network.site(address)).isEqualTo(site);
    }
}
