package io.github.rowmill.db.schema;

import io.agroal.api.AgroalDataSource;
import io.github.rowmill.db.DatabaseClock;
import io.github.rowmill.db.ProbeDatabase;
import io.github.rowmill.db.Sql;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The server's settings and the user's rights, as far as they affect a node. */
@Singleton
public class ServerState {

    private final ProbeDatabase database;
    private final AgroalDataSource application;

    ServerState(ProbeDatabase database, AgroalDataSource application) {
        this.database = database;
        this.application = application;
    }

    /**
     * The state that was read.
     *
     * @param settings settings of the server, in its own units; unsupported ones are left out
     * @param lacking the rights that a node needs and the user lacks, such as {@code delete on rowmill_task}
     * @param pool largest number of connections of the application's own pool
     */
    public record Facts(String user, Map<String, String> settings, List<String> lacking, int pool) {}

    private static final String USER = """
            select current_user
            """;

    private static final String SETTINGS = """
            select name, setting
              from pg_settings
             where name in ('server_version', 'server_version_num', 'synchronous_commit', 'fsync', 'autovacuum',
                            'max_connections', 'superuser_reserved_connections', 'reserved_connections',
                            'idle_in_transaction_session_timeout', 'transaction_timeout', 'idle_session_timeout')
            """;

    /** Reads the rights that the user lacks. The needed rights are those that roles.sql gives a worker. */
    static final String LACKING = """
            select privilege || ' on ' || name
              from (values ('rowmill_task', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_attempt', array['select', 'insert', 'update']),
                           ('rowmill_schedule', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_queue', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_lane', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_failure', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_job', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_job_task', array['select', 'insert', 'delete']),
                           ('rowmill_log', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_operator', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_series', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_series_node', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_view', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_subscription', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_flow', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_part', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_part_task', array['select', 'insert', 'delete']),
                           ('rowmill_step', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_signal', array['select', 'insert', 'update', 'delete']),
                           ('rowmill_session', array['select', 'insert', 'delete']),
                           ('rowmill_audit', array['select']),
                           ('rowmill_schema_history', array['select'])) as needed (name, privileges)
             cross join unnest(privileges) as privilege
             where to_regclass(name) is null
                or not has_table_privilege(to_regclass(name), privilege)
             union all
            select 'execute on ' || name
              from unnest(array['rowmill_audit_add(text, text, text, text, text, jsonb, jsonb)',
                                'rowmill_audit_trim(interval)']) as name
             where to_regprocedure(name) is null
                or not has_function_privilege(to_regprocedure(name), 'execute')
            """;

    /** Reads the state of the server. Throws an exception if the server cannot be reached. */
    public Facts read() {
        int pool = application.getConfiguration().connectionPoolConfiguration().maxSize();
        return database.statement(sql -> new Facts(
                sql.first(USER, row -> row.getString(1)).orElseThrow(),
                settings(sql),
                sql.all(LACKING, row -> row.getString(1)),
                pool));
    }

    private record Setting(String name, String value) {}

    private static Map<String, String> settings(Sql sql) throws SQLException {
        return sql.all(SETTINGS, row -> new Setting(row.getString("name"), row.getString("setting"))).stream()
                .collect(Collectors.toMap(Setting::name, Setting::value));
    }

    /** Returns the current time of the database's clock. */
    public Instant now() {
        return database.statement(DatabaseClock::read);
    }
}
