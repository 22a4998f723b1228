package io.github.rowmill.payload;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.config.TestConfig;
import io.github.rowmill.handler.Handlers;
import io.github.rowmill.handler.TestTypes;
import io.github.rowmill.payload.cipher.PayloadCipher;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.util.Locale;
import java.util.Map;
import org.hibernate.validator.HibernateValidator;

/** Makes codecs for tests without CDI. */
public final class Codecs {

    /** A validator whose messages are English in every locale. */
    static final Validator VALIDATOR = Validation.byProvider(HibernateValidator.class)
            .configure()
            .defaultLocale(Locale.ENGLISH)
            .buildValidatorFactory()
            .getValidator();

    private Codecs() {}

    /** Returns a codec for the payloads of these handlers, with a mapper that has no modules. */
    public static PayloadCodec of(Handlers handlers, Map<String, String> properties) {
        RowmillConfig config = TestConfig.of(properties);
        return new PayloadCodec(new ObjectMapper(), VALIDATOR, handlers, new PayloadCipher(config), config);
    }

    /** Returns a codec for results, with the default configuration and no handlers. */
    public static ResultCodec results() {
        return results(Map.of());
    }

    /** Returns a codec for results, with another configuration and no handlers. */
    public static ResultCodec results(Map<String, String> properties) {
        RowmillConfig config = TestConfig.of(properties);
        Handlers handlers = TestTypes.handlers();
        return new ResultCodec(of(handlers, properties), new PayloadCipher(config), handlers, config);
    }
}
