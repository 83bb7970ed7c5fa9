package dev.espalier.internal.engine.sqlite;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.espalier.error.ConnectionException;
import dev.espalier.internal.engine.ReadOnlyAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each test passes the permissions as an argument, because the root user may write any file. */
@Tag("pure")
class SqliteFileTest {

    @TempDir
    private Path temporary;

    @Test
    void fileThatCanBeWrittenIsOpenedByItsUrl() throws Exception {
        Path file = made("shop.db", "wal");
        assertThat(SqliteFile.readOnly("jdbc:sqlite:" + file, file, path -> true))
                .isNull();
        assertThat(SqliteFile.readOnly("jdbc:sqlite:none.db", Path.of("none.db"), path -> false))
                .isNull();
    }

    @Test
    void fileInAWritableFolderIsOpenedForReading() throws Exception {
        Path file = made("shop.db", "wal");
        ReadOnlyAccess found = access("jdbc:sqlite:" + file + "?busy_timeout=5", file, Set.of(file.getParent()));
        assertThat(found.url()).isEqualTo("jdbc:sqlite:" + file + "?busy_timeout=5&open_mode=1");
        assertThat(found.reason()).isEqualTo("this program may not write the file shop.db");
    }

    @Test
    void folderThatCannotBeWrittenIsTheReason() throws Exception {
        Path file = made("shop.db", "delete");
        ReadOnlyAccess found = access("jdbc:sqlite:" + file, file, Set.of(file));
        assertThat(found.url()).isEqualTo("jdbc:sqlite:" + file + "?open_mode=1");
        assertThat(found.reason()).contains("the folder of shop.db");
    }

    /** Asked as another user than root (3.54, 2026-11-25). */
    @Test
    void journalInMemoryNeedsNoFolder() throws Exception {
        Path file = made("shop.db", "delete");
        String url = "jdbc:sqlite:" + file + "?journal_mode=";
        for (String mode : List.of("MEMORY", "off&busy_timeout=5")) {
            assertThat(SqliteFile.readOnly(url + mode, file, Set.of(file)::contains))
                    .isNull();
        }
        assertThat(access(url + "TRUNCATE", file, Set.of(file)).reason()).contains("the folder");
        assertThat(access(url + "MEMORY", file, Set.of()).reason()).contains("the file");
        Path withLog = made("log.db", "wal");
        assumeTrue(withLog.toFile().setWritable(false, false));
        assertThat(access("jdbc:sqlite:" + withLog + "?journal_mode=MEMORY", withLog, Set.of(withLog))
                        .reason())
                .contains("the folder");
    }

    @Test
    void fileWithALogThatNobodyMayWriteIsTakenAsImmutable() throws Exception {
        Path file = made("b #\u00e4%3f.db", "wal");
        assumeTrue(file.toFile().setWritable(false, false));
        requireReadAsImmutable(file, "jdbc:sqlite:" + file + "?busy_timeout=5");
    }

    /** Another program could write: this one would mix pages of before and after. */
    @Test
    void fileWithALogThatOthersMayWriteNeedsItsSharedMemory() throws Exception {
        Path file = made("shop.db", "wal");
        String url = "jdbc:sqlite:" + file + "?busy_timeout=5";
        ConnectionException thrown = catchThrowableOfType(ConnectionException.class, () -> access(url, file, Set.of()));
        assertThat(thrown.code()).isEqualTo("access-denied");
        assertThat(thrown).hasMessageContaining("shop.db-shm").hasMessageContaining("add immutable=1 to the URL");
        requireReadAsImmutable(file, url + "&immutable=1");
    }

    private void requireReadAsImmutable(Path file, String url) throws SQLException {
        ReadOnlyAccess found = access(url, file, Set.of());
        assertThat(found.url())
                .startsWith("jdbc:sqlite:file:")
                .contains("?busy_timeout=5&")
                .contains("open_mode=1")
                .containsOnlyOnce("immutable=1");
        try (Connection connection = DriverManager.getConnection(found.url());
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT x FROM t")) {
            assertThat(row.getInt(1)).isOne();
        }
        assertThat(Path.of(file + "-shm")).doesNotExist();
    }

    @Test
    void logWithChangesNeedsItsSharedMemory() throws Exception {
        Path file = made("shop.db", "wal");
        Path log = Files.write(Path.of(file + "-wal"), new byte[32]);
        ConnectionException thrown = catchThrowableOfType(
                ConnectionException.class, () -> access("jdbc:sqlite:" + file, file, Set.of(file)));
        assertThat(thrown.code()).isEqualTo("access-denied");
        assertThat(thrown).hasMessageContaining("shop.db-wal").hasMessageContaining("Give write access to the folder");

        Path sharedMemory = Files.createFile(Path.of(file + "-shm"));
        assertThat(access("jdbc:sqlite:" + file, file, Set.of(file)).url())
                .isEqualTo("jdbc:sqlite:" + file + "?open_mode=1");
        assertThat(SqliteFile.readOnly("jdbc:sqlite:" + file, file, Set.of(file, log, sharedMemory)::contains))
                .as("others have made both, and this program may write them")
                .isNull();
    }

    private static ReadOnlyAccess access(String url, Path file, Set<Path> writable) {
        return requireNonNull(SqliteFile.readOnly(url, file, writable::contains));
    }

    private Path made(String name, String journal) throws IOException, SQLException {
        Path file = temporary.toRealPath().resolve(name);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = " + journal);
            statement.execute("CREATE TABLE t (x)");
            statement.execute("INSERT INTO t VALUES (1)");
        }
        return file;
    }
}
