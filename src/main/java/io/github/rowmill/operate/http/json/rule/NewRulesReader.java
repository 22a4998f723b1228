package io.github.rowmill.operate.http.json.rule;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.github.rowmill.feature.rule.RuleFact;
import io.github.rowmill.feature.rule.RuleFacts;
import io.github.rowmill.operate.http.json.table.TableReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads rules by the table of facts. */
public final class NewRulesReader {

    private NewRulesReader() {}

    /** Returns the Jackson module that reads rules. */
    public static SimpleModule module() {
        Map<String, JavaType> types =
                RuleFacts.ALL.stream().collect(Collectors.toUnmodifiableMap(RuleFact::name, NewRulesReader::type));
        return new SimpleModule("rowmill-rules")
                .addDeserializer(NewRulesJson.class, new TableReader<>(NewRulesJson.class, types, NewRulesJson::new));
    }

    private static JavaType type(RuleFact fact) {
        TypeFactory types = TypeFactory.defaultInstance();
        return switch (fact.type()) {
            case FLAG -> types.constructType(Boolean.class);
            case NUMBER -> types.constructType(Integer.class);
            case TIME -> types.constructType(Duration.class);
            case TYPES -> types.constructCollectionType(List.class, String.class);
            case WEIGHTS -> types.constructMapType(Map.class, String.class, Integer.class);
        };
    }
}
