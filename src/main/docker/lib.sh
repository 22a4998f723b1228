# Functions of container-test and train, which source this file.

say() { printf '%s %s\n' "$(date +%T)" "$*"; }

fail() {
    say "FAILED: $*" >&2
    exit 1
}

# Waits until a command succeeds, for at most SECONDS: within SECONDS WHAT COMMAND...
within() {
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" > /dev/null 2>&1; do
        [ $SECONDS -lt $end ] || fail "$what: not in time"
        sleep 0.1
    done
}

# Prints the container engine: the given one, or else podman or docker. It must answer.
find_engine() {
    local name
    for name in ${1:-podman docker}; do
        if command -v "$name" > /dev/null && "$name" info > /dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    return 1
}

# Configures podman for a run in a container, where it may not raise limits or use the cgroups of crun.
prepare_engine() {
    [ "$1" = podman ] && [ -z "${CONTAINERS_CONF:-}" ] && command -v runc > /dev/null || return 0
    podman run --rm --network=none "$2" true > /dev/null 2>&1 && return
    export CONTAINERS_CONF=$work/containers.conf
    printf '[containers]\ndefault_ulimits=["nofile=20000:20000","nproc=4096:4096"]\n[engine]\nruntime="runc"\n' > "$CONTAINERS_CONF"
}

free_port() {
    local port
    for port in $(shuf -i 20000-30000 -n 50); do
        (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null || {
            echo "$port"
            return
        }
    done
    return 1
}

# Prints the folder of PostgreSQL's programs: the newest of Debian, or that of the PATH.
find_postgres() {
    local folder
    folder=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -1)
    folder=${folder:-$(dirname "$(command -v initdb)" 2> /dev/null)}
    [ -x "$folder/initdb" ] && [ -x "$folder/psql" ] && echo "$folder"
}

# Runs a command as a user that initdb accepts, which root is not.
as_somebody() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
    else
        "$@"
    fi
}

# Starts a PostgreSQL for this run on the loopback address. Sets pg_port.
start_postgres() {
    pg_port=$(free_port)
    mkdir -p "$work/pg"
    if [ "$(id -u)" = 0 ]; then chown nobody "$work/pg"; fi
    as_somebody "$pg/initdb" -D "$work/pg/data" -U postgres -A trust -E UTF8 > "$work/initdb.log" 2>&1 || fail "initdb: $(tail -3 "$work/initdb.log")"
    as_somebody "$pg/pg_ctl" -D "$work/pg/data" -w -l "$work/pg/log" \
        -o "-p $pg_port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$work/pg" start > /dev/null
}

stop_postgres() {
    [ ! -f "$work/pg/data/postmaster.pid" ] || as_somebody "$pg/pg_ctl" -D "$work/pg/data" -m immediate stop > /dev/null 2>&1
}

sql() { "$pg/psql" -XAtq -h 127.0.0.1 -p "$pg_port" -U postgres -d postgres -v ON_ERROR_STOP=1 -c "$1"; }

# Checks that the result of a query is TEXT: answers TEXT QUERY
answers() { [ "$(sql "$2")" = "$1" ]; }

# The settings of the containers. The backoff is short, because one of five reminders fails.
database=(-e QUARKUS_DATASOURCE_USERNAME=postgres -e ROWMILL_SAMPLE_ENABLED=true -e ROWMILL_API_ENABLED=true
    -e ROWMILL_DASHBOARD_ENABLED=true -e ROWMILL_ACCESS_OPEN_TO_EVERYONE=true -e ROWMILL_BACKOFF_FIRST=100ms)

# Starts a container in the background, on the network of this machine: run NAME PORT IMAGE [OPTION...]
run() {
    local name=$1 port=$2 image=$3
    shift 3
    "$engine" run -d --name "$name" --network=host "${database[@]}" -e QUARKUS_HTTP_PORT="$port" \
        -e QUARKUS_DATASOURCE_JDBC_URL="jdbc:postgresql://127.0.0.1:$pg_port/postgres" "$@" "$image" > /dev/null
}

ready() { curl -sf -m 5 "http://127.0.0.1:$1/q/health/ready"; }

# Enqueues a task by the REST API: enqueue PORT TYPE PAYLOAD
enqueue() {
    curl -sf -m 10 -H 'Content-Type: application/json' "http://127.0.0.1:$1/rowmill/api/tasks" \
        -d "{\"type\": \"$2\", \"payload\": $3}" > /dev/null || fail "a task of the type $2 was not taken"
}

# Enqueues one task of each type of the sample. The reminder enqueues an event, the sixth task: samples PORT
samples() {
    enqueue "$1" event '{"account": "ada", "name": "page-view", "n": 1}'
    enqueue "$1" reminder '{"account": "ada"}'
    enqueue "$1" daily-analytics '{"account": "ada", "zone": "Europe/London", "day": "2026-01-31"}'
    enqueue "$1" invoice '{"account": "ada", "lines": [{"article": "tea", "count": 2, "price": {"cents": 350}}]}'
    enqueue "$1" noop '{}'
}
