package dev.espalier.engine.mysql;

import static java.util.Objects.requireNonNull;

import dev.espalier.dialect.Dialect;
import dev.espalier.dialect.SizeLimit;
import dev.espalier.engine.BulkRoad;
import dev.espalier.engine.DefinitionLock;
import dev.espalier.engine.Engine;
import dev.espalier.engine.Failures;
import dev.espalier.engine.Sessions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** MySQL and its relatives: one protocol, nearly one language. Each is told from the others by its version. */
final class MySqlFamily {

    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)");

    private static final DefinitionLock INDEX_BUILDS = new NamedLock("indexes.");

    static final Engine MYSQL = engine(new MySqlDialect(false));
    static final Engine MARIADB = engine(new MariaDbDialect());

    private static final Engine MYSQL_HYPERGRAPH = engine(new MySqlDialect(true));
    static final Engine TIDB = new Member(new TiDbDialect(), new TiDbSessions(), new TiDbFailures(), new TiDbSizes(), new NamedLock(""), false);
    static final Engine GALERA =
            new Member(new GaleraDialect(), new GaleraSessions(), new MySqlFailures(), new MySqlSizes(), DefinitionLock.NONE, true);

    private MySqlFamily() {}

    private static Engine engine(Dialect dialect) {
        return new Member(dialect, new MySqlSessions(), new MySqlFailures(), new MySqlSizes(), new NamedLock(""), false);
    }

    /** TiDB and MariaDB may both be reached as MySQL. */
    static Optional<Engine> engineOf(Connection connection, String product) throws SQLException {
        if (!product.contains("mysql") && !product.contains("mariadb") && !product.contains("tidb")) {
            return Optional.empty();
        }
        String version = requireNonNull(text(connection, "SELECT VERSION()", 1), "a server has a version");
        if (version.contains("TiDB")) {
            return Optional.of(TIDB);
        }
        if (version.contains("MariaDB")) {
            return Optional.of("ON".equals(text(connection, "SHOW GLOBAL VARIABLES LIKE 'wsrep_on'", 2)) ? GALERA : MARIADB);
        }
        return Optional.of(atLeast(version, 9, 7) ? MYSQL_HYPERGRAPH : MYSQL);
    }

    /** The column of the only row; null where there is no row. */
    private static @Nullable String text(Connection connection, String query, int column) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(column) : null;
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
    private record Member(Dialect dialect, Sessions sessions, Failures failures, MySqlSizes sizes, DefinitionLock definitions, boolean certifiesWrites)
            implements Engine {

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
