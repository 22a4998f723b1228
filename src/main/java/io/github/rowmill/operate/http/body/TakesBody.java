package io.github.rowmill.operate.http.body;

import jakarta.ws.rs.NameBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Markers for resources that take a body, by the permission that the caller needs. The permission for any queue is
 * enough, and is checked before the first byte is read. Permissions that depend on the content are checked later.
 * A resource without a marker reads no body.
 */
public final class TakesBody {

    private TakesBody() {}

    /** A short form from any client, which need not be authenticated yet. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface FromAnybody {}

    /** A body of at most the size of one task, from callers with the permission {@code operate}. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface FromOperators {}

    /** A body of many tasks, from callers with the permission {@code operate}. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface ManyFromOperators {}

    /** A short body of names, leases or progress, from callers with the permission {@code work}. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface NamesFromWorkers {}

    /** A body of at most the size of one task, from callers with the permission {@code work}. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface FromWorkers {}

    /** A body of at most the size of one task, from callers with the permission {@code admin}. */
    @NameBinding
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface FromAdmins {}
}
