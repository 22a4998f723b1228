package io.github.rowmill.operate.http;

import static io.github.rowmill.operate.http.Guarded.as;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Sends each operation of the API's description in each role, and compares the answers with the table in the documents.
 */
@QuarkusTest
@TestProfile(Guarded.class)
class RoleMatrixTest {

    private static final Path PAGE = Path.of("docs/reference/access.md");
    private static final String HEAD = "| operation | " + String.join(" | ", Guarded.ROLES) + " |";

    /** Valid bodies, so that requests lack nothing but a permission. */
    private static final Map<String, String> BODIES = Map.of(
            "enqueue", "{\"type\": \"noop\", \"queue\": \"matrix\", \"delay\": \"30d\"}",
            "enqueueMany", "[{\"type\": \"noop\", \"queue\": \"matrix\", \"delay\": \"30d\"}]",
            "putSchedule", "{\"type\": \"noop\", \"queue\": \"matrix\", \"cron\": \"1 0 1 1 *\"}",
            "publish", "{}",
            "putSubscriber", "{\"queue\": \"matrix\"}",
            "setQueueRules", "{}",
            "beginJob", "{\"action\": \"delete\", \"q\": \"queue:matrix-of-nobody\"}",
            "signalTask", "{\"payload\": 1}",
            "signalTaskOfKey", "{\"payload\": 1}",
            "changeTask", "{\"priority\": 1}");

    private record Operation(String id, String method, String path) {}

    @Test
    void theDocumentedTableOfRolesMatchesTheApi() throws IOException {
        List<String> table = new ArrayList<>(List.of(HEAD, "|---|" + "---|".repeat(Guarded.ROLES.size())));
        operations().stream().map(RoleMatrixTest::row).sorted().forEach(table::add);
        List<String> page = Files.readAllLines(PAGE);
        int head = page.indexOf(HEAD);

        assertThat(head).as("the table's head: " + HEAD).isNotNegative();
        assertThat(page.stream().skip(head).takeWhile(line -> line.startsWith("|")))
                .containsExactlyElementsOf(table);
    }

    @AfterEach
    void delete() {
        as("admin").delete("/rowmill/api/schedules/matrix");
        as("admin").delete("/rowmill/api/topics/matrix/subscribers/noop");
    }

    private static List<Operation> operations() throws IOException {
        JsonNode paths =
                new YAMLMapper().readTree(Path.of("docs/openapi.yaml").toFile()).get("paths");
        List<Operation> operations = new ArrayList<>();
        paths.fields()
                .forEachRemaining(path -> path.getValue()
                        .fields()
                        .forEachRemaining(method -> operations.add(new Operation(
                                method.getValue().get("operationId").textValue(), method.getKey(), path.getKey()))));
        assertThat(operations).hasSizeGreaterThan(20);
        return operations;
    }

    private static String row(Operation operation) {
        return Guarded.ROLES.stream()
                .map(role -> answer(operation, role))
                .collect(Collectors.joining(" | ", "| `%s` | ".formatted(operation.id()), " |"));
    }

    /** Returns 401 or 403 if the role is refused, or {@code yes} if the answer is anything else, even an error. */
    private static String answer(Operation operation, String role) {
        RequestSpecification request = as(role).contentType(ContentType.JSON).header("If-Match", "*");
        String body = BODIES.get(operation.id());
        if (body != null) {
            request = request.body(body);
        }
        String path = operation
                .path()
                .replace("{id}", "1")
                .replace("{number}", "1")
                .replace("{name}", "matrix")
                .replace("{type}", "noop")
                .replace("{part}", "matrix")
                .replace("{key}", "matrix")
                .replace("{signature}", "matrix");
        int status = request.request(operation.method(), path + "?concurrency=5&key=matrix")
                .statusCode();
        assertThat(status).as("%s of %s", operation, role).isLessThan(500);
        return status == 401 || status == 403 ? String.valueOf(status) : "yes";
    }
}
