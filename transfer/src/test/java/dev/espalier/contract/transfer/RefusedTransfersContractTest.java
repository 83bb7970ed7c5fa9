package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.contract.error.BadInputTest;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.contract.store.RowSizeContractTest;
import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import dev.espalier.transfer.Transfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;

/** A transfer that is refused changes nothing. */
class RefusedTransfersContractTest {

    @TempDir
    Path folder;

    /** Transfers from and to the database of another program. */
    private List<ThrowingCallable> transfers(TestDatabase database) {
        String url = database.url();
        Settings settings = database.settings();
        String ofEspalier = "jdbc:sqlite:" + folder.resolve("books.db");
        try (Database db = Database.open(ofEspalier, Model.of(Book.class))) {
            db.store(Book.of("Emma"));
        }
        return List.of(
                () -> new Transfer().checksum(url, settings),
                () -> new Transfer().export(url, settings, folder.resolve("out")),
                () -> new Transfer().copy(ofEspalier, Settings.defaults(), url, settings));
    }

    @OnEveryEngine
    void aRefusedTransferMakesNothingBesideTheTablesOfOtherPrograms(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE book (mine INT)", "INSERT INTO book VALUES (7)");
        for (ThrowingCallable transfer : transfers(database)) {
            assertThat(catchThrowable(transfer)).isInstanceOf(EspalierException.class);
            assertThat(BadInputTest.tables(database)).containsExactly("book");
        }
        assertThat(database.rows("SELECT * FROM book")).containsExactly("7");
    }

    /** Nothing but its bytes says whose a file of SQLite is: its mode of journal is part of them. */
    @OnEveryEngine(Engine.SQLITE)
    void aRefusedTransferLeavesEveryByteOfAFileOfAnotherProgram(TestDatabase database) throws IOException {
        Path file = Path.of(database.url().substring("jdbc:sqlite:".length()));
        List<ThrowingCallable> all = transfers(database);
        for (String journal : List.of("none", "delete", "wal")) {
            Files.deleteIfExists(file);
            if (journal.equals("none")) {
                Files.createFile(file);
            } else {
                database.execute("PRAGMA journal_mode = " + journal, "CREATE TABLE book (mine INT)");
            }
            byte[] content = Files.readAllBytes(file);
            for (ThrowingCallable transfer :
                    journal.equals("none") ? all.subList(0, 2) : all) { // an empty file takes a copy
                assertThat(catchThrowable(transfer)).as(journal).isInstanceOf(EspalierException.class);
                assertThat(Files.readAllBytes(file)).as(journal).isEqualTo(content);
                assertThat(Path.of(file + "-wal")).doesNotExist();
                assertThat(Path.of(file + "-shm")).doesNotExist();
            }
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void aCopyOfATooLargeRowIsRefusedBeforeItBegins(TestDatabase database) {
        TestDatabase source = TestDatabase.second(Engine.SQLITE);
        try {
            RowSizeContractTest.keepsOneOf(source, RowSizeContractTest.bytes(2));
            SchemaException refused = catchThrowableOfType(
                    SchemaException.class,
                    () -> new Transfer().copy(source.url(), source.settings(), database.url(), database.settings()));
            assertThat(refused.code()).isEqualTo("row-too-large");
            RowSizeContractTest.keepsOneOf(database, RowSizeContractTest.bytes(1));
        } finally {
            source.remove();
        }
    }

    /** Another copy would wait for them, because it looks as if this one went on. */
    @OnEveryEngine
    void anInterruptedCopyLeavesNoLeases(TestDatabase database) throws SQLException {
        String source = "jdbc:sqlite:" + folder.resolve("books.db");
        try (Database db = Database.open(source, Model.of(Book.class))) {
            db.store(Book.of("Emma"));
        }
        Transfer transfer = new Transfer().cancelledBy(() -> {
            Thread.currentThread().interrupt();
            return true;
        });
        Throwable ended =
                catchThrowable(() -> transfer.copy(source, Settings.defaults(), database.url(), database.settings()));
        assertThat(Thread.interrupted())
                .as("the copying thread was interrupted: %s", ended)
                .isTrue();
        assertThat(ended).isInstanceOf(EspalierException.class);
        assertThat(database.rows("SELECT purpose FROM espalier_loads")).isEmpty();
    }
}
