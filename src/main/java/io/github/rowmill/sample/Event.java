package io.github.rowmill.sample;

import jakarta.validation.constraints.NotBlank;

/** Something that happened in an account: the payload of {@code event}. */
record Event(@NotBlank String account, @NotBlank String name, int n) {}
