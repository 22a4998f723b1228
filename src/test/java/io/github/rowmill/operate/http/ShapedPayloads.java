package io.github.rowmill.operate.http;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.Sensitive;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Handlers of payloads whose secrets Jackson does not write under the names of their fields. */
@ApplicationScoped
class ShapedPayloads {

    record Card(@Sensitive String number, String holder) {}

    record Unwrapped(
            String account, @JsonUnwrapped(prefix = "card-") Card card) {}

    record Pan(@Sensitive String digits) {

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        Pan {}

        @JsonValue
        String text() {
            return digits;
        }
    }

    record OfValues(String account, Pan pan, List<Pan> pans) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
    @JsonSubTypes(@JsonSubTypes.Type(value = ByCard.class, name = "by-card"))
    interface Way {}

    record ByCard(@Sensitive String number) implements Way {}

    record Wrapped(String account, Way means) {}

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    record Listed(String account, @Sensitive String number) {}

    record OfLists(
            String account,
            Listed listed,
            @JsonFormat(shape = JsonFormat.Shape.ARRAY) Card card) {}

    static final class Open {

        public String account = "";

        private final Map<String, String> more = new TreeMap<>();

        @Sensitive
        @JsonAnyGetter
        public Map<String, String> more() {
            return more;
        }

        @JsonAnySetter
        public void put(String name, String value) {
            more.put(name, value);
        }
    }

    record Renamed(
            String account, @Sensitive @JsonAlias("pan") String number) {}

    sealed interface Sealed permits First {}

    record First(String account, @Sensitive String number) implements Sealed {}

    record OfSealed(
            String account,

            @JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
            Sealed inner) {}

    @Handles("shape-unwrapped")
    void unwrapped(Unwrapped payload) {}

    @Handles("shape-value")
    void values(OfValues payload) {}

    @Handles("shape-wrapped")
    void wrapped(Wrapped payload) {}

    @Handles("shape-array")
    void lists(OfLists payload) {}

    @Handles("shape-root")
    void root(Listed payload) {}

    @Handles("shape-any")
    void any(Open payload) {}

    @Handles("shape-alias")
    void renamed(Renamed payload) {}

    @Handles("shape-sealed")
    void sealed(OfSealed payload) {}
}
