package dev.espalier.internal.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.health.Health;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/**
 * SQLite by a {@code DataSource} without a write-ahead log, as its driver makes it by default: an open read keeps every other connection from
 * committing (https://www.sqlite.org/lockingv3.html).
 */
@NullUnmarked // tests give null on purpose
class RollbackJournalTest {

    static class Note {
        long id;
        String text;

        static Note of(String text) {
            Note note = new Note();
            note.text = text;
            return note;
        }
    }

    @TempDir
    Path folder;

    private Database open() throws SQLException {
        SQLiteDataSource source = new SQLiteDataSource(new SQLiteConfig());
        source.setUrl("jdbc:sqlite:" + folder.resolve("notes.db"));
        try (var connection = source.getConnection();
                var row = connection.createStatement().executeQuery("PRAGMA journal_mode")) {
            assertThat(row.getString(1)).isEqualTo("delete");
        }
        return Database.open(
                source,
                Model.of(Note.class),
                Settings.defaults().lockWait(Duration.ofMinutes(5)).transactionTimeout(Duration.ofMinutes(5)));
    }

    @Test
    void transactionThatHasReadTakesNewBlocksOfIds() throws SQLException {
        try (Database db = open()) {
            for (int round = 0; round < 4; round++) {
                int stored = 100 * round;
                db.useTransaction(tx -> {
                    assertThat(tx.query(Note.class, "").count()).isEqualTo(stored);
                    IntStream.range(0, 100).forEach(i -> tx.store(Note.of("note " + i)));
                });
            }
            assertThat(db.query(Note.class, "").ids()).hasSize(400).doesNotHaveDuplicates();
        }
    }

    @Test
    void threadsThatReadAndStoreGetIdsOfTheirOwn() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (Database db = open()) {
            List<Callable<Void>> work = IntStream.range(0, 4)
                    .<Callable<Void>>mapToObj(thread -> () -> {
                        for (int round = 0; round < 5; round++) {
                            db.useTransaction(tx -> {
                                tx.query(Note.class, "text = 'none'").count();
                                IntStream.range(0, 70).forEach(i -> tx.store(Note.of("note of " + thread)));
                            });
                        }
                        return null;
                    })
                    .toList();
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
            assertThat(db.query(Note.class, "").ids()).hasSize(4 * 5 * 70).doesNotHaveDuplicates();
            assertThat(Health.of(db).verify().isClean()).isTrue();
        } finally {
            threads.shutdownNow();
        }
    }
}
