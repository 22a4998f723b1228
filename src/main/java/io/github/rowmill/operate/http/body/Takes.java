package io.github.rowmill.operate.http.body;

import jakarta.ws.rs.NameBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * From whom a resource takes a body: the permission is asked before the first byte is read, in whichever queue it is had.
 * What is in the body decides the rest, below. A resource without one of these reads none.
 */
public final class Takes {

    private Takes() {}

    /** A short form, from whoever reaches the port: they have yet to say who they are. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface FromAnybody {}

    /** A task, or less. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface FromOperators {}

    /** Many tasks. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface ManyFromOperators {}

    /** A task, or less. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface FromAdmins {}
}
