package io.github.rowmill.feature.context;

import io.quarkus.security.credential.Credential;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;
import java.security.Permission;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The user who enqueued a task: a name, and the roles at that time. It has no credentials, attributes or
 * permissions.
 */
record CarriedIdentity(String name, Set<String> roles) implements SecurityIdentity {

    @Override
    public Principal getPrincipal() {
        return () -> name;
    }

    @Override
    public boolean isAnonymous() {
        return false;
    }

    @Override
    public Set<String> getRoles() {
        return roles;
    }

    @Override
    public boolean hasRole(String role) {
        return roles.contains(role);
    }

    @Override
    public Set<Permission> getPermissions() {
        return Set.of();
    }

    @Override
    public <T extends Credential> @Nullable T getCredential(Class<T> type) {
        return null;
    }

    @Override
    public Set<Credential> getCredentials() {
        return Set.of();
    }

    @Override
    public <T> @Nullable T getAttribute(String attribute) {
        return null;
    }

    @Override
    public Map<String, Object> getAttributes() {
        return Map.of();
    }

    @Override
    public Uni<Boolean> checkPermission(Permission permission) {
        return Uni.createFrom().item(false);
    }
}
