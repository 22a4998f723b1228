package io.github.rowmill.operate.mask;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.Sensitive;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A handler whose payload has secrets at every kind of place. */
@ApplicationScoped
public class PaymentHandler {

    public static final String TYPE = "test-payment";

    record Payment(
            String account,
            @Sensitive String card,
            @JsonProperty("pin-code") @Sensitive @Nullable Integer pin,
            @Nullable List<Part> parts,
            @Nullable Map<String, Part> byName,
            @Nullable Way way,
            @Nullable Payment before) {}

    record Part(String name, @Sensitive Map<String, String> secrets) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes(@JsonSubTypes.Type(value = ByBank.class, name = "bank"))
    sealed interface Way permits ByBank {}

    record ByBank(String bank, @Sensitive String iban) implements Way {}

    /** The result of a payment. */
    record Receipt(String number, @Sensitive String card) {}

    @Handles(TYPE)
    Receipt pay(Payment payment) {
        return new Receipt("r-7", payment.card());
    }
}
