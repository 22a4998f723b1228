package io.github.rowmill.machine;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Prints commands as Java code, to paste into a test. */
final class Sequence {

    private Sequence() {}

    static String code(List<Command> commands) {
        return commands.stream()
                .map(Sequence::code)
                .collect(Collectors.joining(",\n        ", "List.of(\n        ", ")"));
    }

    private static String code(Object value) {
        if (value instanceof Record record) {
            return "new %s(%s)"
                    .formatted(
                            name(record.getClass()),
                            Arrays.stream(record.getClass().getRecordComponents())
                                    .map(component -> code(part(record, component)))
                                    .collect(Collectors.joining(", ")));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Sequence::code).collect(Collectors.joining(", ", "List.of(", ")"));
        }
        if (value instanceof Enum<?> constant) {
            return name(constant.getDeclaringClass()) + "." + constant.name();
        }
        return value instanceof String text ? '"' + text + '"' : String.valueOf(value);
    }

    /** Returns the name of a type as code of this package writes it. */
    private static String name(Class<?> type) {
        return type.isMemberClass()
                ? name(type.getDeclaringClass()) + "." + type.getSimpleName()
                : type.getSimpleName();
    }

    private static Object part(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component.toString(), e);
        }
    }
}
