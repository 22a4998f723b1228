package io.github.rowmill.sample;

import jakarta.validation.constraints.NotBlank;

/** An event of an account: the payload of {@code event}. */
record Event(@NotBlank String account, @NotBlank String name, int n) {}
