package io.github.rowmill.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonProblemTest {

    record Line(int price) {}

    record Order(List<Line> lines) {}

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"lines\":[{\"price\":1},{\"price\":\"x\"}]} | payload.lines[1].price",
                "{\"lines\":7}                                 | payload.lines",
                "{\"lines\":[],\"extra\":1}                    | payload.extra",
                "{\"lines\":                                   | payload",
                "7                                             | payload"
            })
    void pathLeadsToTheFieldAtFault(String json, String path) {
        assertThat(JsonProblem.path("payload", problem(json))).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"lines\":[{\"price\":\"x\"}]}", "{\"lines\":[],\"extra\":1}", "7", "{\"lines\":", "{lines:1}"})
    void textIsOneLineWithoutOurClassesAndSources(String json) {
        assertThat(JsonProblem.text(problem(json)))
                .isNotBlank()
                .hasLineCount(1)
                .doesNotContain("io.github", "java.", "Source", "reference chain");
    }

    @Test
    void textNamesTheProblem() {
        assertThat(JsonProblem.text(problem("{\"lines\":[{\"price\":\"x\"}]}")))
                .contains("int")
                .contains("\"x\"");
        assertThat(JsonProblem.text(problem("{\"lines\":7}"))).contains("`ArrayList<Line>`");
        assertThat(JsonProblem.text(problem("{\"extra\":7}"))).isEqualTo("is not a field of this payload");
    }

    record Priced(Map<String, Line> byName) {

        Priced {
            if (byName.containsKey("refused")) {
                throw new IllegalArgumentException("not secret-1");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"byName\":{\"secret-1\":{\"price\":\"secret-2\"}}} | payload.byName.*.price | cannot be read as int",
                "{\"byName\":{\"refused\":{\"price\":1}}}             | payload                | was refused by Priced",
                "{\"byName\":\"secret-1\"}                            | payload.byName         | cannot be read as LinkedHashMap",
                "{\"byName\":secret-1}                                | payload                | is not readable JSON"
            })
    void unquotedTextContainsNoValueOfThePayload(String json, String path, String text) {
        JsonProcessingException problem = catchThrowableOfType(
                JsonProcessingException.class, () -> new ObjectMapper().readValue(json, Priced.class));

        assertThat(JsonProblem.unquotedPath("payload", problem)).isEqualTo(path);
        assertThat(JsonProblem.unquoted(problem)).startsWith(text).doesNotContain("secret");
    }

    private static JsonProcessingException problem(String json) {
        return catchThrowableOfType(
                JsonProcessingException.class, () -> new ObjectMapper().readValue(json, Order.class));
    }
}
