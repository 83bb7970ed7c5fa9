package dev.espalier.internal.engine.mysql;

import static java.util.Objects.requireNonNull;

import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.SizeLimit;
import dev.espalier.internal.engine.BulkRoad;
import dev.espalier.internal.engine.DefinitionLock;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.Failures;
import dev.espalier.internal.engine.ReadOnlyAccess;
import dev.espalier.internal.engine.Sessions;
import dev.espalier.internal.engine.SqlRules;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** MySQL and its relatives: one protocol, nearly one language. Each is distinguished from the others by its version. */
final class MySqlFamily {

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)");

    /** Of a server, as TCP has it. The drivers find out only when they connect. */
    static final int GREATEST_PORT = 65_535;

    /** The drivers of the family overlook the option, which others have. */
    private static final Pattern READ_ONLY_OPTION = Pattern.compile("(?i)[?&]readOnly=true");

    /** https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html#error_er_unknown_system_variable. */
    private static final int UNKNOWN_VARIABLE = 1193;

    private static final DefinitionLock INDEX_BUILDS = new NamedLock("indexes.");

    private static final SqlRules SQL_RULES = new SqlRules(
            Set.of(
                    SqlRules.Mark.BACKSLASH,
                    SqlRules.Mark.BACKTICK,
                    SqlRules.Mark.HASH,
                    SqlRules.Mark.DASHES_AND_SPACE,
                    SqlRules.Mark.RUN_COMMENT),
            Set.of("CALL", "DO", "LOAD DATA"),
            true);

    static final Engine MYSQL = mySql(false, false);
    static final Engine MARIADB = engine(new MariaDbDialect(), SessionSettings.MARIADB, true);
    static final Engine TIDB = tiDb(false);
    static final Engine GALERA = new Member(
            new GaleraDialect(),
            new GaleraSessions(),
            new MySqlFailures(),
            new MySqlSizes(),
            DefinitionLock.NONE,
            true);

    private static final Engine MYSQL_HYPERGRAPH = mySql(true, false);
    private static final Engine MYSQL_BY_MARIADB = mySql(false, true);
    private static final Engine MYSQL_HYPERGRAPH_BY_MARIADB = mySql(true, true);
    private static final Engine TIDB_BY_MARIADB = tiDb(true);

    private MySqlFamily() {}

    /** Returns the access that a URL asks for; null if it asks for none. */
    static @Nullable ReadOnlyAccess readOnly(String url) {
        return READ_ONLY_OPTION.matcher(url).find() ? new ReadOnlyAccess(url, ReadOnlyAccess.BY_URL) : null;
    }

    private static Engine mySql(boolean hypergraph, boolean byMariaDb) {
        return engine(new MySqlDialect(hypergraph, byMariaDb), SessionSettings.MYSQL, byMariaDb);
    }

    private static Engine tiDb(boolean byMariaDb) {
        return new Member(
                new TiDbDialect(byMariaDb),
                new TiDbSessions(byMariaDb),
                new TiDbFailures(),
                new TiDbSizes(),
                new NamedLock(""),
                false);
    }

    private static Engine engine(Dialect dialect, SessionSettings settings, boolean byMariaDb) {
        return new Member(
                dialect,
                new MySqlSessions(settings, byMariaDb),
                new MySqlFailures(),
                new MySqlSizes(),
                new NamedLock(""),
                false);
    }

    /** TiDB and MariaDB may both be reached as MySQL. */
    static Optional<Engine> engineOf(Connection connection, String product) throws SQLException {
        if (!product.contains("mysql") && !product.contains("mariadb") && !product.contains("tidb")) {
            return Optional.empty();
        }
        String version = requireNonNull(text(connection, "SELECT VERSION() LIMIT 1"), "a server has a version");
        boolean byMariaDb = connection.getMetaData().getDriverName().contains("MariaDB");
        if (version.contains("TiDB")) {
            return Optional.of(byMariaDb ? TIDB_BY_MARIADB : TIDB);
        }
        if (version.contains("MariaDB")) {
            return Optional.of(isGalera(connection) ? GALERA : MARIADB);
        }
        if (atLeast(version, 9, 7)) {
            return Optional.of(byMariaDb ? MYSQL_HYPERGRAPH_BY_MARIADB : MYSQL_HYPERGRAPH);
        }
        return Optional.of(byMariaDb ? MYSQL_BY_MARIADB : MYSQL);
    }

    /** SHOW VARIABLES would fail if {@code max_join_size} is small. A server without that variable is none of a cluster. */
    private static boolean isGalera(Connection connection) throws SQLException {
        try {
            return "1".equals(text(connection, "SELECT @@GLOBAL.wsrep_on LIMIT 1"));
        } catch (SQLException e) {
            if (e.getErrorCode() == UNKNOWN_VARIABLE) {
                return false;
            }
            throw e;
        }
    }

    /** Returns the value of the only row; null if there is no row. */
    private static @Nullable String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : null;
        }
    }

    private static boolean atLeast(String version, int major, int minor) {
        Matcher found = VERSION.matcher(version);
        if (!found.find()) {
            return false;
        }
        int foundMajor = Integer.parseInt(found.group(1));
        return foundMajor > major || foundMajor == major && Integer.parseInt(found.group(2)) >= minor;
    }

    /**
     * One of the family, by its parts.
     *
     * @param sizes how large rows may be
     * @param certifiesWrites whether several servers take writes
     */
    private record Member(
            Dialect dialect,
            Sessions sessions,
            Failures failures,
            MySqlSizes sizes,
            DefinitionLock definitions,
            boolean certifiesWrites)
            implements Engine {

        @Override
        public SqlRules sqlRules() {
            return SQL_RULES;
        }

        @Override
        public DefinitionLock indexBuilds() {
            return definitions == DefinitionLock.NONE ? DefinitionLock.NONE : INDEX_BUILDS;
        }

        @Override
        public Optional<BulkRoad> bulkRoad() {
            return Optional.of(new LoadDataRoad(dialect));
        }

        @Override
        public @Nullable SizeLimit sizeLimit() {
            return null;
        }

        @Override
        public SizeLimit askSizeLimit(Connection connection) throws SQLException {
            return sizes.ask(connection);
        }

        @Override
        public String toString() {
            return name();
        }
    }
}
