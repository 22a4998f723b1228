package io.github.rowmill.operate.page;

import io.quarkus.qute.EvalContext;
import io.quarkus.qute.TemplateException;
import io.quarkus.qute.ValueResolver;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Keeps every page that a test renders from reflection, which a native image has not: comes behind the value resolvers
 * that Quarkus generates for what templates declare, and Qute's own, but before the one by reflection.
 */
@Singleton
class GeneratedOnly implements ValueResolver {

    @Override
    public int getPriority() {
        return 0;
    }

    /** Qute's own scopes, as a map of parameters, are asked for every name before the ones around them. */
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
