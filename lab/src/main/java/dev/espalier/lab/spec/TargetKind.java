package dev.espalier.lab.spec;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The kind of a target, as far as its name or URL shows without a connection. A URL of MySQL may lead to TiDB. */
public enum TargetKind {
    /** A file, of the pack objects. */
    H2("jdbc:h2:", "h2"),
    /** A file, of the pack objects. */
    DUCKDB("jdbc:duckdb:", "duckdb"),
    /** A file. */
    SQLITE("jdbc:sqlite:", "sqlite"),
    /** MySQL, or what speaks its protocol. */
    MYSQL("jdbc:mysql:", "mysql"),
    /** MariaDB. */
    MARIADB("jdbc:mariadb:", "mariadb", "mariadb-10.11"),
    /** PostgreSQL. */
    POSTGRES("jdbc:postgresql:", "postgres", "postgres-15"),
    /** TiDB, by its name. */
    TIDB("", "tidb"),
    /** CUBRID. */
    CUBRID("jdbc:cubrid:"),
    /** Redis and Valkey. */
    REDIS("redis://", "redis", "valkey"),
    /** Tarantool. */
    TARANTOOL("tarantool://", "tarantool"),
    /** MongoDB and FerretDB, without an account. */
    MONGODB("mongodb://", "ferretdb"),
    /** A set in the lab's own process. */
    PROCESS("", Arrays.stream(SetHome.values()).map(SetHome::word).toArray(String[]::new)),
    /** A stand-in that holds nothing and answers after a known time. */
    STAND_IN("fixed-delay:", "noop");

    /** The SQL databases that take loads. */
    public static final Set<TargetKind> SQL = EnumSet.range(SQLITE, CUBRID);
    /** The SQL databases of which a server has several. */
    public static final Set<TargetKind> WITH_DATABASES = EnumSet.range(SQLITE, TIDB);
    /** The targets outside of the lab's own process. */
    public static final Set<TargetKind> HOLDING_DATA = EnumSet.range(H2, MONGODB);
    /** The targets with accounts. */
    public static final Set<TargetKind> WITH_ACCOUNTS = EnumSet.range(MYSQL, TARANTOOL);

    private final String scheme;
    private final List<String> names;

    TargetKind(String scheme, String... names) {
        this.scheme = scheme;
        this.names = List.of(names);
    }

    /**
     * Returns the kind of a target.
     *
     * @param target as a run names it
     * @return its kind; nothing if it is no target
     */
    public static Optional<TargetKind> of(String target) {
        String word = target.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(kind -> kind.names.contains(word) || !kind.scheme.isEmpty() && word.startsWith(kind.scheme))
                .findFirst();
    }
}
