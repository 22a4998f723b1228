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

/** Codecs for tests, without CDI. */
public final class Codecs {

    /** Its messages are English in every locale. */
    static final Validator VALIDATOR = Validation.byProvider(HibernateValidator.class)
            .configure()
            .defaultLocale(Locale.ENGLISH)
            .buildValidatorFactory()
            .getValidator();

    private Codecs() {}

    /** What reads and writes the payloads of these handlers, as with an application's mapper that has no modules. */
    public static PayloadCodec of(Handlers handlers, Map<String, String> properties) {
        RowmillConfig config = TestConfig.of(properties);
        return new PayloadCodec(new ObjectMapper(), VALIDATOR, handlers, new PayloadCipher(config), config);
    }

    /** What writes and reads results under the default configuration, for no handlers. */
    public static ResultCodec results() {
        return results(Map.of());
    }

    /** The same under another one. */
    public static ResultCodec results(Map<String, String> properties) {
        RowmillConfig config = TestConfig.of(properties);
        Handlers handlers = TestTypes.handlers();
        return new ResultCodec(of(handlers, properties), new PayloadCipher(config), handlers, config);
    }
}
