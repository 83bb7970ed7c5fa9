package dev.espalier.lab.target;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The facts about a target in a result.
 *
 * @param engine the engine's name
 * @param version as the engine says it
 * @param driver the JDBC driver and its version
 * @param url without user and password
 * @param managed whether the lab can restart it
 * @param variables all variables of a server; compile options of SQLite
 */
public record ServerFacts(
        String engine, String version, String driver, String url, boolean managed, Map<String, String> variables) {

    /** Some servers keep the account of a source of replication in a variable. */
    private static final Pattern SECRET =
            Pattern.compile("(?i)passw|conninfo|passphrase|secret|credential|auth_string");

    /**
     * Asks a target.
     *
     * @param target the target
     * @return its facts
     */
    public static ServerFacts of(Target target) {
        String variables = switch (target.engine()) {
            // a compile option is NAME or NAME=value
            case SQLITE ->
                "SELECT substr(compile_options, 1, instr(compile_options || '=', '=') - 1), CASE WHEN instr(compile_options, '=') = 0 THEN 'on'"
                        + " ELSE substr(compile_options, instr(compile_options, '=') + 1) END FROM pragma_compile_options";
            case H2 -> "SELECT SETTING_NAME, SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS";
            case DUCKDB -> "SELECT name, value FROM duckdb_settings()";
            case POSTGRES -> "SELECT name, setting FROM pg_settings";
            case MYSQL, MARIADB, TIDB -> "SHOW GLOBAL VARIABLES";
            case CUBRID -> "SELECT 'version', VERSION()"; // parameters are shown one by one only
        };
        String memory = switch (target.engine()) {
            case SQLITE -> "jdbc:sqlite::memory:";
            case H2 -> "jdbc:h2:mem:";
            case DUCKDB -> "jdbc:duckdb:";
            default -> target.url();
        };
        Target asked = new Target(target.engine(), memory, target.user(), target.password(), target.server());
        try (Connection connection = asked.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(variables)) {
            Map<String, String> found = new TreeMap<>();
            while (rows.next()) {
                String name = rows.getString(1);
                found.put(name, SECRET.matcher(name).find() ? "(hidden)" : String.valueOf(rows.getString(2)));
            }
            DatabaseMetaData facts = connection.getMetaData();
            return new ServerFacts(
                    target.engine().title(),
                    facts.getDatabaseProductVersion(),
                    facts.getDriverName() + " " + facts.getDriverVersion(),
                    target.url(),
                    target.server().isPresent(),
                    found);
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot ask " + target.engine().title() + " for its variables: " + Target.firstLine(e), e);
        }
    }

    /**
     * Returns the same facts, with another driver.
     *
     * @param used the JDBC driver and its version
     * @return new facts
     */
    public ServerFacts withDriver(String used) {
        return new ServerFacts(engine, version, used, url, managed, variables);
    }
}
