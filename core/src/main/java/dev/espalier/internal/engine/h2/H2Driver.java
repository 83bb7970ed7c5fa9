package dev.espalier.internal.engine.h2;

import static dev.espalier.error.ErrorCode.IN_MEMORY;
import static dev.espalier.error.ErrorCode.UNKNOWN_URL;

import dev.espalier.error.ConnectionException;
import dev.espalier.internal.engine.Driver;
import dev.espalier.internal.engine.DriverSettings;
import dev.espalier.internal.engine.Engine;
import dev.espalier.internal.engine.ReadOnlyAccess;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * H2's driver, for databases in this process. If a thread is interrupted while it writes to a file, the JDK closes the file. H2 then closes the database
 * for all connections ("The database has been closed [90098]", seen with 2.5.252), unless the URL names the file system {@code async:}.
 */
public final class H2Driver implements Driver {

    private static final Engine ENGINE = new H2Engine();

    /** Other processes write through these, and locks of this process would not keep them off. */
    private static final Pattern REMOTE = Pattern.compile("(?i)jdbc:h2:(?:tcp|ssl):.*|.*;auto_server=true.*");

    /** A database without a name belongs to one connection only. */
    private static final Pattern UNNAMED = Pattern.compile("jdbc:h2:mem:(?:;.*)?");

    /** A path that names a file, with or without file systems such as {@code file:}. A letter before the colon is a drive of Windows. */
    private static final Pattern FILE =
            Pattern.compile("jdbc:h2:(?:(?:file|async|nio|retry|split):)*((?:[A-Za-z]:)?[^:;]+)(?:;.*)?");

    /** https://h2database.com/html/features.html#read_only. */
    private static final Pattern READ_ONLY_OPTION = Pattern.compile("(?i);(ACCESS_MODE_DATA=r)(?:;|$)");

    @Override
    public String urlPrefix() {
        return "jdbc:h2:";
    }

    @Override
    public String driverName() {
        return "H2";
    }

    @Override
    public String artifact() {
        return "com.h2database:h2";
    }

    @Override
    public Engine engine() {
        return ENGINE;
    }

    @Override
    public Optional<Engine> engineOf(Connection connection, String product) {
        return product.equals("h2") ? Optional.of(ENGINE) : Optional.empty();
    }

    /** https://h2database.com/html/functions.html#transaction_id: null if nothing has changed. */
    @Override
    public boolean isInTransaction(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT TRANSACTION_ID() IS NOT NULL")) {
            return row.next() && row.getBoolean(1);
        }
    }

    /** By default H2 writes what was committed up to half a second later: https://h2database.com/html/commands.html#set_write_delay. */
    @Override
    public void configure(DriverSettings settings, Duration connectTimeout, Duration lockWait) {
        settings.set("WRITE_DELAY", "0");
    }

    @Override
    public void checkUrl(String url) {
        if (UNNAMED.matcher(url).matches()) {
            throw new ConnectionException(
                    IN_MEMORY,
                    "found an H2 database in memory without a name, which lives in one connection only;"
                            + " name it, for example jdbc:h2:mem:objects, or name a file, for example jdbc:h2:./objects");
        }
        if (REMOTE.matcher(url).matches()) {
            throw new ConnectionException(
                    UNKNOWN_URL,
                    "found the URL of an H2 server; expected a database in this process,"
                            + " for example jdbc:h2:./objects. Use PostgreSQL, MySQL or MariaDB where several processes write");
        }
    }

    @Override
    public @Nullable ReadOnlyAccess readOnly(String url) {
        return READ_ONLY_OPTION.matcher(url).find() ? new ReadOnlyAccess(url, ReadOnlyAccess.BY_URL) : null;
    }

    @Override
    public String databaseName(String url) {
        String name = url.replaceFirst(";.*", "").replaceFirst(".*[:/\\\\]", "");
        return name.isEmpty() ? "in memory" : name;
    }

    @Override
    public @Nullable Path file(String url) {
        var file = FILE.matcher(url);
        return file.matches()
                ? Path.of(file.group(1)
                                .replaceFirst(
                                        "^~", System.getProperty("user.home").replace("\\", "/")) + ".mv.db")
                : null;
    }
}
