package io.github.rowmill.payload.nativeimage;

import io.github.rowmill.api.Batch;
import io.github.rowmill.api.Handles;
import io.github.rowmill.api.NewTask;
import io.github.rowmill.api.TaskContext;
import io.github.rowmill.handler.ReturnTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

/**
 * Finds the classes that handlers on a class path take, return and keep, with every class they consist of. Also
 * finds the records that are named in classes that make tasks, because another application may handle a task that
 * is enqueued here.
 */
public final class PayloadClasses {

    private static final DotName HANDLES = DotName.createSimple(Handles.class);
    private static final DotName BATCH = DotName.createSimple(Batch.class);
    private static final DotName CONTEXT = DotName.createSimple(TaskContext.class);
    private static final Set<DotName> AWAITED = Stream.of(
                    ReturnTypes.UNI,
                    "java.util.concurrent.CompletionStage",
                    "java.util.concurrent.CompletableFuture",
                    "java.util.concurrent.Future")
            .map(DotName::createSimple)
            .collect(Collectors.toSet());
    private static final String ROWMILL = "io.github.rowmill.";
    private static final String SAMPLE = ROWMILL + "sample.";
    private static final byte[] NEW_TASK_IN_FILE =
            NewTask.class.getName().replace('.', '/').getBytes(StandardCharsets.UTF_8);
    private static final byte[] HANDLES_IN_FILE =
            ("L" + Handles.class.getName().replace('.', '/') + ";").getBytes(StandardCharsets.UTF_8);

    private PayloadClasses() {}

    /** Returns their names in the form of {@link Class#getName()}. */
    public static SortedSet<String> of(Collection<Path> classPath) {
        try (ClassFiles files = new ClassFiles(classPath)) {
            ClassGraph graph = new ClassGraph(files);
            files.containing(HANDLES_IN_FILE).stream()
                    .flatMap(type -> payloads(type, files))
                    .forEach(graph::add);
            enqueued(files).forEach(graph::add);
            return graph.names();
        } catch (IOException e) {
            throw new UncheckedIOException("the payload classes of the handlers cannot be found", e);
        }
    }

    /**
     * Returns records named in classes that use {@code NewTask}, because they are probably payloads. A record that
     * is none makes an image only slightly larger.
     */
    private static Stream<Type> enqueued(ClassFiles files) throws IOException {
        return files.names(NEW_TASK_IN_FILE, PayloadClasses::isOfAnApplication).stream()
                .map(DotName::createSimple)
                .filter(PayloadClasses::isOfAnApplication)
                .flatMap(name -> files.find(name).stream())
                .filter(ClassInfo::isRecord)
                .map(found -> Type.create(found.name(), Type.Kind.CLASS));
    }

    /** Excludes Rowmill's own classes, which make tasks with the payloads of applications. */
    private static boolean isOfAnApplication(DotName type) {
        return !type.toString().startsWith(ROWMILL) || type.toString().startsWith(SAMPLE);
    }

    private static Stream<Type> payloads(ClassInfo type, ClassFiles files) {
        Stream<Type> ofMethods = type.annotations(HANDLES).stream()
                .filter(handles -> handles.target().kind() == AnnotationTarget.Kind.METHOD)
                .map(handles -> handles.target().asMethod())
                .flatMap(method -> Stream.concat(payload(method).stream(), result(method.returnType())));
        Stream<Type> kept = type.annotations(HANDLES).stream().flatMap(PayloadClasses::kept);
        return Stream.of(
                        ofMethods,
                        kept,
                        type.hasDeclaredAnnotation(HANDLES) ? ofBean(type, files) : Stream.<Type>empty())
                .flatMap(found -> found);
    }

    /** Returns the classes of the values of steps and signals that a handler declares. */
    private static Stream<Type> kept(AnnotationInstance handles) {
        AnnotationValue classes = handles.value("keeps");
        return classes == null ? Stream.empty() : Arrays.stream(classes.asClassArray());
    }

    private static Optional<Type> payload(MethodInfo method) {
        return method.parameterTypes().stream()
                .filter(type -> !type.name().equals(CONTEXT))
                .findFirst()
                .map(PayloadClasses::ofItem);
    }

    /** Returns the type of the result. A type that is waited for stands for its argument. */
    private static Stream<Type> result(Type returned) {
        if (returned.kind() == Type.Kind.PARAMETERIZED_TYPE && AWAITED.contains(returned.name())) {
            return returned.asParameterizedType().arguments().stream().flatMap(PayloadClasses::result);
        }
        boolean isNone = returned.kind() == Type.Kind.VOID
                || AWAITED.contains(returned.name())
                || !isOfAnApplication(returned.name());
        return isNone ? Stream.empty() : Stream.of(returned);
    }

    /** Returns the payload of each task, if the parameter is a batch of them. */
    private static Type ofItem(Type parameter) {
        return parameter.name().equals(BATCH) && parameter.kind() == Type.Kind.PARAMETERIZED_TYPE
                ? parameter.asParameterizedType().arguments().get(0)
                : parameter;
    }

    /**
     * Returns the payload of the method that implements {@code TaskHandler}, declared or inherited. Compilers add
     * a method that takes an Object, which is skipped.
     */
    private static Stream<Type> ofBean(ClassInfo type, ClassFiles files) {
        Stream<Type> own = type.methods().stream()
                .filter(method -> method.name().equals("handle")
                        && method.parametersCount() == 2
                        && method.parameterType(1).name().equals(CONTEXT)
                        && !method.parameterType(0).name().equals(DotName.OBJECT_NAME))
                .flatMap(method -> Stream.concat(Stream.of(method.parameterType(0)), result(method.returnType())));
        Stream<Type> inherited = type.superName() == null
                ? Stream.empty()
                : files.find(type.superName()).stream().flatMap(parent -> ofBean(parent, files));
        return Stream.concat(own, inherited);
    }
}
