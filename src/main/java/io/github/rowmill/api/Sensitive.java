package io.github.rowmill.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A field of a payload that nobody is to see who looks at tasks: the API, the page and the audit show {@code "***"} in its
 * place, whatever it holds, and a search cannot ask for it. The handler is given the value. In the table it stands as it
 * is, and a unique key that is made of it shows it.
 *
 * <p>A node masks what the handlers of its own application say is sensitive: let a node that serves the API without
 * handling a type have its payload's class, in a handler that {@code rowmill.only-types} keeps from working.
 *
 * <p>Example: {@code record Payment(String account, @Sensitive String card) {}}
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Sensitive {}
