package io.github.rowmill.feature.context;

import io.github.rowmill.api.ContextCarrier;
import io.github.rowmill.node.NodeState;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** All carriers of this application, including the built-in ones, in the order of their names. */
@Singleton
class ContextCarriers {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,50}");

    /** Names in the context that no carrier may have. */
    private static final Set<String> TAKEN = Set.of(ContextJson.TRACE, ContextJson.SIGNATURE);

    private final List<ContextCarrier> all;
    private final Signatures signatures;

    /**
     * The built-in carriers are injected by type. An {@code Instance} alone would lose them if the application had
     * a carrier that is an alternative.
     */
    ContextCarriers(MdcCarrier mdc, IdentityCarrier identity, Instance<ContextCarrier> beans, Signatures signatures) {
        this.all = Stream.concat(Stream.of(mdc, identity), beans.stream())
                .distinct()
                .sorted(Comparator.comparing(ContextCarrier::name))
                .toList();
        this.signatures = signatures;
    }

    /** Refuses the start if a carrier could not work. */
    void check(@Observes @Priority(NodeState.PREPARES) StartupEvent start) {
        Set<String> names = new HashSet<>(TAKEN);
        for (ContextCarrier carrier : all) {
            String name = carrier.name();
            if (!NAME.matcher(name).matches() || !names.add(name)) {
                throw refusal(
                        "the carrier of context %s has the name '%s', which must match %s, be unique, and not be one of %s"
                                .formatted(carrier.getClass().getName(), name, NAME, TAKEN));
            }
            if (carrier.isSigned() && !(carrier instanceof IdentityCarrier) && !signatures.canSign()) {
                throw refusal("the carrier of context '%s' needs a signature, and rowmill.context.key is not set"
                        .formatted(name));
            }
        }
    }

    private static ConfigurationException refusal(String why) {
        return new ConfigurationException("Rowmill cannot start: " + why);
    }

    List<ContextCarrier> all() {
        return all;
    }

    /** Returns the values to carry, by carrier. */
    Map<String, Map<String, String>> capture() {
        Map<String, Map<String, String>> captured = new TreeMap<>();
        for (ContextCarrier carrier : all) {
            Map<String, String> values = carrier.capture();
            if (!values.isEmpty()) {
                captured.put(carrier.name(), values);
            }
        }
        return captured;
    }

    /** Returns whether the carrier of this name wants its values signed. */
    boolean isSigned(String name) {
        return all.stream()
                .anyMatch(carrier -> carrier.isSigned() && carrier.name().equals(name));
    }
}
