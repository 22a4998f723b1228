package io.github.rowmill.payload;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A payload that breaks a constraint of its class rather than of a field. */
@Whole.Constrained
record Whole(String part) {

    @Constraint(validatedBy = Never.class)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Constrained {

        String message() default "must be whole";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    /** Accepts nothing. */
    public static final class Never implements ConstraintValidator<Constrained, Whole> {

        @Override
        public boolean isValid(Whole value, ConstraintValidatorContext context) {
            return false;
        }
    }
}
