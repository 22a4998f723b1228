package io.github.rowmill.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a field of a payload that users who look at tasks must not see. The API, the page and the audit show
 * {@code "***"} in its place, whatever its value, and searches cannot use it. The handler receives the value. The
 * table stores the value as it is, and a unique key that is made of the field contains it.
 *
 * <p>A node masks only the fields that the handlers of its own application mark. If a node serves the API but does
 * not run a type, deploy a handler with the payload's class there, and exclude the type by
 * {@code rowmill.only-types}.
 *
 * <p>Example: {@code record Payment(String account, @Sensitive String card) {}}
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Sensitive {}
