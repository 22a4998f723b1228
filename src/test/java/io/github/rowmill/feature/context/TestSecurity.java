package io.github.rowmill.feature.context;

import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.lang.reflect.Proxy;
import java.util.Set;

/** The security of an application, as seen through its API. The user is anonymous until {@link #enter} names one. */
@Alternative
@RequestScoped
public class TestSecurity implements CurrentIdentityAssociation {

    private static final SecurityIdentity NOBODY = (SecurityIdentity) Proxy.newProxyInstance(
            TestSecurity.class.getClassLoader(),
            new Class<?>[] {SecurityIdentity.class},
            (proxy, method, arguments) -> method.getName().equals("isAnonymous")
                    ? true
                    : method.invoke(new CarriedIdentity("", Set.of()), arguments));

    private SecurityIdentity identity = NOBODY;

    public void enter(String name, String... roles) {
        identity = new CarriedIdentity(name, Set.of(roles));
    }

    @Override
    public void setIdentity(SecurityIdentity who) {
        identity = who;
    }

    @Override
    public void setIdentity(Uni<SecurityIdentity> who) {
        who.subscribe().with(found -> identity = found == null ? NOBODY : found);
    }

    @Override
    public SecurityIdentity getIdentity() {
        return identity;
    }

    @Override
    public Uni<SecurityIdentity> getDeferredIdentity() {
        return Uni.createFrom().item(identity);
    }

    /** Produces the current identity at each lookup. */
    @Alternative
    @Singleton
    public static class Asked {

        @Produces
        SecurityIdentity identity(CurrentIdentityAssociation current) {
            return current.getIdentity();
        }
    }
}
