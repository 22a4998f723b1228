package io.github.rowmill.config;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.math.BigInteger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The range of a setting, both ends included, written as settings are: {@code 1s}, {@code 64M}, {@code 10000}. All
 * refused values are reported at once, with key and range.
 */
@Target({ElementType.METHOD, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = {Within.OfDuration.class, Within.OfSize.class, Within.OfNumber.class})
public @interface Within {

    /** The smallest allowed value. */
    String min();

    /** The largest allowed value. */
    String max();

    /** Not used: the validators make the message, which contains the value. */
    String message() default "";

    /** Not used. */
    Class<?>[] groups() default {};

    /** Not used. */
    Class<? extends Payload>[] payload() default {};

    /** Compares a setting with its range. */
    abstract class Validator<T> implements ConstraintValidator<Within, T> {

        private @Nullable Within range;

        @Override
        public void initialize(Within within) {
            range = within;
        }

        @Override
        public boolean isValid(@Nullable T value, ConstraintValidatorContext context) {
            Within within = range;
            if (value == null || within == null || isBetween(within.min(), value, within.max())) {
                return true;
            }
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate(
                            "must be %s to %s, is %s".formatted(within.min(), within.max(), text(value)))
                    .addConstraintViolation();
            return false;
        }

        abstract boolean isBetween(String min, T value, String max);

        String text(T value) {
            return value.toString();
        }
    }

    /** Validator for durations. */
    final class OfDuration extends Validator<Duration> {

        @Override
        boolean isBetween(String min, Duration value, String max) {
            return value.compareTo(DurationConverter.parseDuration(min)) >= 0
                    && value.compareTo(DurationConverter.parseDuration(max)) <= 0;
        }
    }

    /** Validator for sizes in bytes, with any number of digits. */
    final class OfSize extends Validator<MemorySize> {

        @Override
        boolean isBetween(String min, MemorySize value, String max) {
            return bytes(min).compareTo(value.asBigInteger()) <= 0 && bytes(max).compareTo(value.asBigInteger()) >= 0;
        }

        @Override
        String text(MemorySize value) {
            return value.asBigInteger() + " bytes";
        }

        private static BigInteger bytes(String size) {
            return new MemorySizeConverter().convert(size).asBigInteger();
        }
    }

    /** Validator for counts. */
    final class OfNumber extends Validator<Integer> {

        @Override
        boolean isBetween(String min, Integer value, String max) {
            return Integer.parseInt(min) <= value && value <= Integer.parseInt(max);
        }
    }
}
