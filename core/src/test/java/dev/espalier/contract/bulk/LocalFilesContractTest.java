package dev.espalier.contract.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load has no use for files of its machine: it makes none, and a server that asks for one gets none. */
class LocalFilesContractTest {

    private static final Duration LONGEST = Duration.ofMinutes(2);

    /** A program that loads a book, and is killed. */
    static final class Killed {

        private Killed() {}

        /** @param arguments none */
        public static void main(String[] arguments) {
            Database db = Database.open("jdbc:h2:mem:killed", Model.of(Book.class));
            try (BulkWriter bulk = db.bulkWriter()) {
                bulk.store(Book.of("Emma"));
            }
            Runtime.getRuntime().halt(db.query(Book.class, "").count() == 1 ? 0 : 1);
        }
    }

    @Test
    void aKilledProgramLeavesNoFile(@TempDir Path folder) throws Exception {
        Process killed = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Killed.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(killed.waitFor()).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    /** The driver answers, not the server: so it may send the stream of a load. */
    @OnEveryEngine(Engine.MYSQL)
    void aServerThatAsksForAFileGetsNone(TestDatabase database, @TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "1\n");
        database.execute("CREATE TABLE taken (number INT)");
        try (ConnectionSource source = ConnectionSource.open(
                        database.url(),
                        new ConnectionOptions(
                                database.user(),
                                database.password(),
                                4,
                                LONGEST,
                                LONGEST,
                                Duration.ZERO,
                                LONGEST,
                                retry -> {}));
                Session session = source.bulkSession();
                Statement statement = session.connection().createStatement()) {
            assertThatThrownBy(() -> statement.execute("LOAD DATA LOCAL INFILE '" + secret + "' INTO TABLE taken"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("The path '' specified in 'allowLoadLocalInfileInPath' does not exist");
        }
        assertThat(database.rows("SELECT number FROM taken")).isEmpty();
    }
}
