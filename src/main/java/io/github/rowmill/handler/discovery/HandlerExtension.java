package io.github.rowmill.handler.discovery;

import static java.util.Comparator.comparing;

import io.github.rowmill.api.Handles;
import jakarta.enterprise.inject.build.compatible.spi.BeanInfo;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.build.compatible.spi.InvokerFactory;
import jakarta.enterprise.inject.build.compatible.spi.Messages;
import jakarta.enterprise.inject.build.compatible.spi.Registration;
import jakarta.enterprise.inject.build.compatible.spi.Synthesis;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticComponents;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticObserverBuilder;
import jakarta.enterprise.inject.build.compatible.spi.Types;
import jakarta.enterprise.lang.model.declarations.ClassInfo;
import jakarta.enterprise.lang.model.declarations.MethodInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the handlers while the application is built, and passes them to {@link HandlersProducer} as invokers.
 * There is no reflection at run time, so package-private methods and native images work too.
 *
 * <p>An invalid handler method stops the build. A problem that only the payload's class or the configuration can
 * show stops the start.
 */
public class HandlerExtension implements BuildCompatibleExtension {

    private final List<FoundHandler> found = new ArrayList<>();

    /** Checks every bean for handler methods, and for being a handler itself. */
    @Registration(types = Object.class)
    public void find(BeanInfo bean, InvokerFactory invokers, Types types, Messages messages) {
        if (!bean.isClassBean()) {
            return;
        }
        HandlerShape shape = new HandlerShape(bean, invokers, types, messages);
        ClassInfo type = bean.declaringClass();
        if (type.hasAnnotation(Handles.class)) {
            shape.ofHandlerBean(type).ifPresent(found::add);
        }
        if (type.methods().stream().noneMatch(method -> method.hasAnnotation(Handles.class))) {
            shape.refuseTopics(type);
        }
        for (MethodInfo method : type.methods()) {
            if (method.hasAnnotation(Handles.class)) {
                shape.ofMethod(type, method).ifPresent(found::add);
            } else if (!type.hasAnnotation(Handles.class)) {
                shape.refuseDeclarations(type, method);
            }
        }
    }

    /**
     * Adds an observer for each handler, declared by the handler's own class. The classes generated for it must be
     * loaded by the same loader as that class, and in tests and dev mode this jar has another loader. The priority
     * makes each observer unique. The handlers are sorted by name, because the build finds beans in varying order.
     */
    @Synthesis
    public void register(SyntheticComponents components) {
        found.sort(comparing(FoundHandler::name));
        for (int place = 0; place < found.size(); place++) {
            SyntheticObserverBuilder<HandlerCollector> observer = components
                    .addObserver(HandlerCollector.class)
                    .declaringClass(found.get(place).bean())
                    .priority(place)
                    .observeWith(HandlerObserver.class);
            HandlerObserver.write(found.get(place), observer);
        }
    }
}
