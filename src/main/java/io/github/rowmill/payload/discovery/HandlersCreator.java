package io.github.rowmill.payload.discovery;

import io.github.rowmill.api.Handles;
import io.github.rowmill.api.OnFailure;
import io.github.rowmill.payload.DeclaredHandler;
import io.github.rowmill.payload.DeclaredHandlers;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.InvokerInfo;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanBuilder;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.invoke.Invoker;
import jakarta.enterprise.lang.model.AnnotationInfo;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;

/** Carries the handlers from the build to the start. */
public class HandlersCreator implements SyntheticBeanCreator<DeclaredHandlers> {

    @Override
    public DeclaredHandlers create(Instance<Object> lookup, Parameters params) {
        return new DeclaredHandlers(Params.read(params));
    }

    /**
     * Handlers as parallel arrays, as parameters of a synthetic bean cannot be records. Rules of all handlers stand in
     * one array, and {@code ruleOwners} says whose each is; {@code void.class} cannot be passed, so {@link Void} is.
     */
    static final class Params {

        private Params() {}

        static void write(SyntheticBeanBuilder<?> bean, List<FoundHandler> found) {
            List<AnnotationInfo> rules = new ArrayList<>();
            List<Integer> owners = new ArrayList<>();
            for (int i = 0; i < found.size(); i++) {
                for (AnnotationInfo rule : found.get(i).rules()) {
                    rules.add(rule);
                    owners.add(i);
                }
            }
            bean.withParam("names", found.stream().map(FoundHandler::name).toArray(String[]::new))
                    .withParam(
                            "handles", found.stream().map(FoundHandler::handles).toArray(AnnotationInfo[]::new))
                    .withParam(
                            "invokers",
                            found.stream().map(FoundHandler::invoker).toArray(InvokerInfo[]::new))
                    .withParam(
                            "payloads",
                            found.stream()
                                    .map(FoundHandler::payload)
                                    .filter(payload -> payload != null)
                                    .toArray(ClassInfo[]::new))
                    .withParam("flags", found.stream().mapToInt(Params::flags).toArray())
                    .withParam("rules", rules.toArray(AnnotationInfo[]::new))
                    .withParam("owners", owners.stream().mapToInt(i -> i).toArray());
        }

        private static final int PAYLOAD = 1;
        private static final int CONTEXT = 2;
        private static final int TRANSACTIONAL = 4;
        private static final int VIRTUAL = 8;

        private static int flags(FoundHandler handler) {
            return (handler.payload() != null ? PAYLOAD : 0)
                    | (handler.takesContext() ? CONTEXT : 0)
                    | (handler.transactional() ? TRANSACTIONAL : 0)
                    | (handler.virtualThread() ? VIRTUAL : 0);
        }

        static List<DeclaredHandler> read(Parameters params) {
            String[] names = params.get("names", String[].class);
            Annotation[] handles = params.get("handles", Annotation[].class);
            Invoker<?, ?>[] invokers = params.get("invokers", Invoker[].class);
            Class<?>[] payloads = params.get("payloads", Class[].class);
            int[] flags = params.get("flags", int[].class);
            List<DeclaredHandler> handlers = new ArrayList<>();
            int payload = 0;
            for (int i = 0; i < names.length; i++) {
                boolean takesPayload = (flags[i] & PAYLOAD) != 0;
                handlers.add(new DeclaredHandler(
                        names[i],
                        (Handles) handles[i],
                        rules(params, i),
                        takesPayload ? payloads[payload++] : null,
                        (flags[i] & CONTEXT) != 0,
                        (flags[i] & TRANSACTIONAL) != 0,
                        (flags[i] & VIRTUAL) != 0,
                        invokers[i]));
            }
            return handlers;
        }

        private static List<OnFailure> rules(Parameters params, int owner) {
            Annotation[] rules = params.get("rules", Annotation[].class);
            int[] owners = params.get("owners", int[].class);
            List<OnFailure> own = new ArrayList<>();
            for (int i = 0; i < rules.length; i++) {
                if (owners[i] == owner) {
                    own.add((OnFailure) rules[i]);
                }
            }
            return own;
        }
    }
}
