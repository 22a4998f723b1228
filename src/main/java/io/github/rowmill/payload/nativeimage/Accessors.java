package io.github.rowmill.payload.nativeimage;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

/**
 * The methods and constructors by which Jackson reads and writes the properties of a class, even those without a
 * field.
 */
final class Accessors {

    private static final String JACKSON = "com.fasterxml.jackson.";
    private static final DotName IGNORED = DotName.createSimple(JACKSON + "annotation.JsonIgnore");
    private static final Pattern GETTER = Pattern.compile("(get|is)\\P{Ll}.*");

    /** Setters of builders begin with {@code with}. */
    private static final Pattern SETTER = Pattern.compile("(set|with)\\P{Ll}.*");

    private Accessors() {}

    /** Returns the types of the parameters and results of these methods and constructors. */
    static Stream<Type> types(ClassInfo found) {
        return found.methods().stream()
                .filter(method -> !method.hasAnnotation(IGNORED))
                .filter(method -> isAnnotated(method) || isConstructor(method) || isGetter(method) || isSetter(method))
                .flatMap(method -> Stream.concat(Stream.of(method.returnType()), method.parameterTypes().stream()));
    }

    private static boolean isAnnotated(MethodInfo method) {
        List<AnnotationInstance> annotations = method.annotations();
        return annotations.stream().anyMatch(each -> each.name().toString().startsWith(JACKSON));
    }

    private static boolean isConstructor(MethodInfo method) {
        return method.isConstructor() && !method.declaringClass().isEnum();
    }

    private static boolean isGetter(MethodInfo method) {
        return method.parametersCount() == 0 && isOfInstances(method, GETTER) && Modifier.isPublic(method.flags());
    }

    private static boolean isSetter(MethodInfo method) {
        return method.parametersCount() == 1 && isOfInstances(method, SETTER);
    }

    private static boolean isOfInstances(MethodInfo method, Pattern name) {
        return !Modifier.isStatic(method.flags()) && name.matcher(method.name()).matches();
    }
}
