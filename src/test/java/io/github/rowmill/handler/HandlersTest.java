package io.github.rowmill.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rowmill.api.Handles;
import io.github.rowmill.config.TestConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandlersTest {

    @Test
    void typeIsFoundByNameAndAlias() {
        Handlers handlers = handlers(Map.of(), Mail.class, Report.class);

        assertThat(handlers.find("mail")).isPresent().isEqualTo(handlers.find("email"));
        assertThat(handlers.find("fax")).isEmpty();
    }

    @Test
    void typeWithAliasesIsOneType() {
        Handlers handlers = handlers(Map.of(), Mail.class, Report.class);

        assertThat(handlers.all()).extracting(TaskType::name).containsExactly("mail", "report");
        assertThat(handlers.names()).containsExactly("mail", "email", "letter", "report");
    }

    @Test
    void everyTypeIsClaimableByDefault() {
        assertThat(handlers(Map.of(), Mail.class, Report.class).claimable())
                .containsExactlyInAnyOrder("mail", "email", "letter", "report");
    }

    @Test
    void anOnlyTypesSettingIncludesAllAliasesOfAType() {
        assertThat(handlers(Map.of("rowmill.only-types", "mail"), Mail.class, Report.class)
                        .claimable())
                .containsExactlyInAnyOrder("mail", "email", "letter");
    }

    @Test
    void anOnlyTypesSettingMayNameASingleAlias() {
        assertThat(handlers(Map.of("rowmill.only-types", "letter,report"), Mail.class, Report.class)
                        .claimable())
                .containsExactlyInAnyOrder("letter", "report");
    }

    @Test
    void twoHandlersOfOneTypeAreRefused() {
        assertThatThrownBy(() -> handlers(Map.of(), Mail.class, Letter.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "the task type 'letter' has two handlers, Mail.run and Letter.run; a type has one handler, aliases included");
    }

    private static Handlers handlers(Map<String, String> properties, Class<?>... beans) {
        List<DeclaredHandler> declared = List.of(beans).stream()
                .map(bean -> TestTypes.declare(bean, null))
                .toList();
        return new Handlers(new DeclaredHandlers(declared), TestConfig.of(properties));
    }

    private static final class Mail {

        @Handles(
                value = "mail",
                aliases = {"email", "letter"})
        void run() {}
    }

    private static final class Report {

        @Handles("report")
        void run() {}
    }

    private static final class Letter {

        @Handles("letter")
        void run() {}
    }
}
