package org.acme.vault;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An OpenID Connect provider that supports only the code flow. It needs no password: the parameter {@code person} of
 * its sign-in names the user. That name is also the code that the provider sends back.
 */
public class Provider implements QuarkusTestResourceLifecycleManager {

    static final String CLIENT = "vault";

    private static final Map<String, String> ROLES = Map.of("anna", "keeper", "bob", "visitor");

    private HttpServer server;
    private KeyPair keys;

    @Override
    public Map<String, String> start() {
        try {
            keys = KeyPairGenerator.getInstance("RSA").generateKeyPair();
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        server.createContext("/.well-known/openid-configuration", asked -> answer(asked, """
                {"issuer": "%1$s", "authorization_endpoint": "%1$s/sign-in", "token_endpoint": "%1$s/token", "jwks_uri": "%1$s/keys"}
                """.formatted(address())));
        server.createContext("/keys", asked -> answer(asked, keys()));
        server.createContext("/sign-in", this::signIn);
        server.createContext("/token", this::exchange);
        server.start();
        return Map.of("quarkus.oidc.auth-server-url", address());
    }

    @Override
    public void stop() {
        server.stop(0);
    }

    private String address() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    private String keys() {
        RSAPublicKey key = (RSAPublicKey) keys.getPublic();
        return """
                {"keys": [{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "1", "n": "%s", "e": "%s"}]}
                """.formatted(
                        encoded(key.getModulus().toByteArray()),
                        encoded(key.getPublicExponent().toByteArray()));
    }

    private void signIn(HttpExchange asked) throws IOException {
        Map<String, String> parameters = parameters(asked.getRequestURI().getRawQuery());
        String back = "%s?code=%s&state=%s"
                .formatted(parameters.get("redirect_uri"), parameters.get("person"), parameters.get("state"));
        asked.getResponseHeaders().set("Location", back);
        asked.sendResponseHeaders(302, -1);
        asked.close();
    }

    private void exchange(HttpExchange asked) throws IOException {
        String body = new String(asked.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String person = parameters(body).get("code");
        long now = Instant.now().getEpochSecond();
        String token = signed("""
                {"iss": "%s", "aud": "%s", "sub": "%s", "upn": "%s", "groups": ["%s"], "iat": %d, "exp": %d}
                """.formatted(address(), CLIENT, person, person, ROLES.get(person), now, now + 300));
        answer(asked, """
                {"access_token": "%1$s", "id_token": "%1$s", "token_type": "Bearer", "expires_in": 300}
                """.formatted(token));
    }

    private String signed(String claims) {
        String content = encoded("{\"alg\": \"RS256\", \"kid\": \"1\"}".getBytes(StandardCharsets.UTF_8)) + "."
                + encoded(claims.getBytes(StandardCharsets.UTF_8));
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return content + "." + encoded(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Map<String, String> parameters(String query) {
        return Arrays.stream(query.split("&"))
                .map(part -> part.split("=", 2))
                .collect(Collectors.toMap(part -> part[0], part -> URLDecoder.decode(part[1], StandardCharsets.UTF_8)));
    }

    private static void answer(HttpExchange asked, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        asked.getResponseHeaders().set("Content-Type", "application/json");
        asked.sendResponseHeaders(200, bytes.length);
        asked.getResponseBody().write(bytes);
        asked.close();
    }
}
