package io.github.rowmill.operate.page;

import io.quarkus.qute.EvalContext;
import io.quarkus.qute.TemplateException;
import io.quarkus.qute.ValueResolver;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Makes a page of a test fail if it needs reflection, which a native image does not have. It comes after the value
 * resolvers that Quarkus generates for declared names, and after Qute's own, but before the one that uses reflection.
 */
@Singleton
class GeneratedOnly implements ValueResolver {

    @Override
    public int getPriority() {
        return 0;
    }

    /**
     * Leaves out Qute's own scopes, such as a map of parameters. Qute looks up every name in them before it looks in
     * the scopes around them.
     */
    @Override
    public boolean appliesTo(EvalContext context) {
        Object base = context.getBase();
        return base != null
                && !(base instanceof Map)
                && !base.getClass().getName().startsWith("io.quarkus.qute.");
    }

    @Override
    public CompletionStage<Object> resolve(EvalContext context) {
        throw new TemplateException("a native image does not find %s of %s"
                .formatted(context.getName(), context.getBase().getClass().getName()));
    }
}
