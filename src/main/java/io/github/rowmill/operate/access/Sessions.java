package io.github.rowmill.operate.access;

import io.github.rowmill.config.RowmillConfig;
import io.github.rowmill.db.Instants;
import io.github.rowmill.db.JoinedDatabase;
import io.github.rowmill.db.ReadDatabase;
import io.github.rowmill.db.Seconds;
import io.github.rowmill.db.Sql;
import io.github.rowmill.text.Sha256;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Sessions of users who have signed in at the page. The browser holds a random token, and the database its digest.
 * So every node recognizes the token, and a reader of the table cannot use it. Each row has a proof, which is made
 * of the token, the name, the end and the user's configured password. So a writer of the table cannot forge, pass
 * on or prolong a session. A session ends by the database's clock, or if the user's password changes.
 */
@Singleton
public class Sessions {

    /** Name of the browser's cookie. */
    public static final String COOKIE = "rowmill-session";

    private static final int TOKEN_BYTES = 32;

    /** Most sessions of one user. A further login ends the oldest one. */
    private static final int MAX_OF_A_USER = 50;

    /** Form of a token: 32 bytes as {@link #open} encodes them. Other texts are rejected without a query. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final Credentials credentials;
    private final JoinedDatabase database;
    private final ReadDatabase reads;
    private final Duration lifetime;
    private final SecureRandom random = new SecureRandom();

    Sessions(Credentials credentials, JoinedDatabase database, ReadDatabase reads, RowmillConfig config) {
        this.credentials = credentials;
        this.database = database;
        this.reads = reads;
        this.lifetime = config.access().session();
    }

    /** Returns the lifetime of a session. */
    public Duration lifetime() {
        return lifetime;
    }

    private static final String FORGET_ENDED = """
            delete from rowmill_session
             where expires <= clock_timestamp()
                or digest in (select s.digest
                                from rowmill_session s
                               where s.name = ?
                               order by s.expires desc
                              offset ?)
            """;

    private static final String END = """
            select clock_timestamp() + make_interval(secs => ?) as expires
            """;

    private static final String OPEN = """
            insert into rowmill_session (digest, name, password, expires)
            values (?, ?, ?, ?::timestamptz)
            """;

    /** Opens a session for a user who has signed in, and returns its token. */
    public String open(Caller user) {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        database.statement(sql -> {
            sql.run(FORGET_ENDED, user.name(), MAX_OF_A_USER - 1);
            Instant end = sql.first(END, row -> Instants.read(row, "expires"), Seconds.of(lifetime))
                    .orElseThrow();
            byte[] proof = credentials
                    .proof(user.name(), said(token, user.name(), end))
                    .orElseThrow();
            return sql.run(OPEN, Sha256.of(token), user.name(), proof, Instants.text(end));
        });
        return token;
    }

    private static byte[] said(String token, String name, Instant end) {
        return "session\n%s\n%s\n%s".formatted(token, end, name).getBytes(StandardCharsets.UTF_8);
    }

    private record Session(String name, byte[] proof, Instant end) {

        static Session read(ResultSet row) throws SQLException {
            return new Session(row.getString("name"), row.getBytes("password"), Instants.read(row, "expires"));
        }
    }

    private static final String FIND = """
            select name, password, expires
              from rowmill_session
             where digest = ?
               and expires > clock_timestamp()
            """;

    /**
     * Returns the user of a session.
     *
     * @return empty if the session has ended or does not exist
     */
    public Optional<Caller> find(String token) {
        return TOKEN.matcher(token).matches() ? found(token, reads.snapshot(reading(token))) : Optional.empty();
    }

    /**
     * Returns the user of a session for a caller who is not authenticated yet. Requests from the same network are
     * looked up one at a time.
     *
     * @return empty if the session has ended or does not exist
     */
    public Optional<Caller> find(String token, String address) {
        return TOKEN.matcher(token).matches()
                ? found(token, reads.snapshotOf("network " + Network.of(address), reading(token)))
                : Optional.empty();
    }

    private static Sql.Work<Optional<Session>> reading(String token) {
        byte[] digest = Sha256.of(token);
        return sql -> sql.first(FIND, Session::read, digest);
    }

    private Optional<Caller> found(String token, Optional<Session> session) {
        return session.flatMap(
                found -> credentials.proven(found.name(), said(token, found.name(), found.end()), found.proof()));
    }

    private static final String CLOSE = """
            delete from rowmill_session
             where digest = ?
            """;

    /** Ends a session. */
    public void close(String token) {
        database.statement(sql -> sql.run(CLOSE, Sha256.of(token)));
    }
}
