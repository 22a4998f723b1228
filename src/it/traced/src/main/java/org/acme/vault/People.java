package org.acme.vault;

import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.IdentityProvider;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.UsernamePasswordAuthenticationRequest;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/** The users of the application, each with a role. The password of a user is the user's name. */
@ApplicationScoped
public class People implements IdentityProvider<UsernamePasswordAuthenticationRequest> {

    private static final Map<String, String> ROLES = Map.of("anna", "keeper", "bob", "visitor");

    @Override
    public Class<UsernamePasswordAuthenticationRequest> getRequestType() {
        return UsernamePasswordAuthenticationRequest.class;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(
            UsernamePasswordAuthenticationRequest shown, AuthenticationRequestContext context) {
        String name = shown.getUsername();
        if (!ROLES.containsKey(name)
                || !name.equals(String.valueOf(shown.getPassword().getPassword()))) {
            return Uni.createFrom().failure(new AuthenticationFailedException("the name or the password is wrong"));
        }
        return Uni.createFrom()
                .item(QuarkusSecurityIdentity.builder()
                        .setPrincipal(new QuarkusPrincipal(name))
                        .addRole(ROLES.get(name))
                        .build());
    }
}
