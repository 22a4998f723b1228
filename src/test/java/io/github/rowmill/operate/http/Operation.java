package io.github.rowmill.operate.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.NameBinding;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A method of a resource of the API or of the dashboard. All methods are read from the compiled classes. */
record Operation(String name, String method, String path, boolean takesBody, List<Annotation> bindings) {

    private static final String ROOT = "rowmill";

    /** A variable in a path. Its expression, if it has one, may contain braces. */
    private static final Pattern VARIABLE = Pattern.compile("\\{\\w+(:(?:\\{[^}]*}|[^{}])*)?}");

    /** Annotations of parameters that do not come from the body. */
    private static final Set<Class<? extends Annotation>> BESIDES =
            Set.of(PathParam.class, QueryParam.class, HeaderParam.class, CookieParam.class, Context.class);

    private static final Set<Class<?>> CONTEXTS = Set.of(UriInfo.class, io.vertx.core.http.HttpServerRequest.class);

    static List<Operation> all() {
        return new ClassFileImporter()
                .importPath(Paths.get("target/classes/io/github/rowmill/operate")).stream()
                        .filter(type -> type.isAnnotatedWith(Path.class))
                        .flatMap(type -> of(type.reflect()))
                        .toList();
    }

    private static Stream<Operation> of(Class<?> resource) {
        String folder = resource.getAnnotation(Path.class).value();
        assertThat(folder).as(resource.getName()).startsWith(ROOT);
        return Arrays.stream(resource.getDeclaredMethods())
                .flatMap(method -> verb(method).stream()
                        .map(verb -> new Operation(
                                resource.getSimpleName() + "." + method.getName(),
                                verb,
                                path(folder, method),
                                takesBody(method),
                                bindings(method))));
    }

    private static Optional<String> verb(Method method) {
        return Arrays.stream(method.getAnnotations())
                .flatMap(annotation ->
                        Optional.ofNullable(annotation.annotationType().getAnnotation(jakarta.ws.rs.HttpMethod.class))
                                .stream())
                .map(jakarta.ws.rs.HttpMethod::value)
                .findFirst();
    }

    private static String path(String folder, Method method) {
        Path path = method.getAnnotation(Path.class);
        String below = path == null ? "" : path.value().startsWith("/") ? path.value() : "/" + path.value();
        return "/" + VARIABLE.matcher(folder + below).replaceAll("1");
    }

    /** Returns whether a parameter comes from the body: neither from the address nor from the headers. */
    private static boolean takesBody(Method method) {
        return Arrays.stream(method.getParameters()).anyMatch(Operation::isOfBody);
    }

    private static boolean isOfBody(Parameter parameter) {
        if (parameter.isAnnotationPresent(BeanParam.class)) {
            return Arrays.stream(parameter.getType().getDeclaredFields())
                    .anyMatch(field -> field.isAnnotationPresent(FormParam.class));
        }
        return !CONTEXTS.contains(parameter.getType()) && BESIDES.stream().noneMatch(parameter::isAnnotationPresent);
    }

    private static List<Annotation> bindings(Method method) {
        return Arrays.stream(method.getAnnotations())
                .filter(annotation -> annotation.annotationType().isAnnotationPresent(NameBinding.class))
                .toList();
    }
}
