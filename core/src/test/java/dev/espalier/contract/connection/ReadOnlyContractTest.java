package dev.espalier.contract.connection;

import static dev.espalier.testing.Engine.DUCKDB;
import static dev.espalier.testing.Engine.H2;
import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.SQLITE;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.contract.samples.Library.Member;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** URLs and servers that let a program only read. */
class ReadOnlyContractTest {

    private static final Model MODEL = Model.of(Book.class);

    private static List<String> options(TestDatabase database) {
        return switch (database.engine()) {
            case SQLITE -> List.of("open_mode=1");
            case MYSQL, TIDB -> List.of("readOnly=true", "sessionVariables=transaction_read_only=1");
            case MARIADB -> List.of("readOnly=true", "sessionVariables=tx_read_only=1");
            case POSTGRES -> List.of("readOnly=true", "readOnly=%74rue", "readOnlyMode=always&readOnly=TRUE");
            case H2 -> List.of("ACCESS_MODE_DATA=r", "access_mode_data=R;IFEXISTS=TRUE");
            case DUCKDB -> List.of("access_mode=READ_ONLY", "access_mode=read_only", "duckdb.read_only=true");
        };
    }

    private static String with(TestDatabase database, String option) {
        String separator = database.engine().isServer() ? database.url().contains("?") ? "&" : "?" : ";";
        return database.url() + (database.engine() == SQLITE ? "?" : separator) + option;
    }

    @OnEveryEngine({MYSQL, MARIADB, TIDB, POSTGRES, H2, DUCKDB})
    void aUrlForReadingIsReadAndNotWritten(TestDatabase database) {
        try (Database db = Database.open(database.url(), MODEL, database.settings())) {
            db.store(Book.of("Emma"));
        }
        for (String option : options(database)) {
            requireReadOnly(
                    () -> Database.open(with(database, option), MODEL, database.settings()),
                    option.contains("transaction_read_only") || option.contains("tx_read_only")
                            ? "says so"
                            : "the URL opens it for reading only");
            try (Database nodes = Database.openCatalog(with(database, option), database.settings())) {
                assertThat(nodes.nodes().query("Book", "").list()).hasSize(1);
            }
            EspalierException thrown = catchThrowableOfType(
                    EspalierException.class,
                    () -> Database.open(with(database, option), Model.of(Book.class, Member.class), database.settings())
                            .close());
            assertThat(thrown.code()).isEqualTo("read-only");
            assertThat(thrown).hasMessageContaining("create table member").hasMessageContaining("can only be read: ");
        }
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES})
    void aPoolThatIsReadOnlyIsReadAndNotWritten(TestDatabase database) {
        try (Database db = Database.open(database.url(), MODEL, database.settings())) {
            db.store(Book.of("Emma"));
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setReadOnly(true);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            requireReadOnly(
                    () -> Database.open(pool, MODEL, database.settings()), "the DataSource opens it for reading only");
        }
    }

    @OnEveryEngine({MYSQL, MARIADB, POSTGRES, SQLITE, H2, DUCKDB})
    void aSourceForReadingIsReadAndNotWritten(TestDatabase database) {
        try (Database db = Database.open(database.url(), MODEL, database.settings())) {
            db.store(Book.of("Emma"));
        }
        for (String option : options(database)) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(with(database, option));
            config.setUsername(database.user());
            config.setPassword(database.password());
            config.setReadOnly(true);
            try (HikariDataSource pool = new HikariDataSource(config)) {
                requireReadOnly(() -> Database.open(pool, MODEL, database.settings()), "opens it for reading only");
            }
        }
    }

    private static void requireReadOnly(Supplier<Database> opening, String reason) {
        try (Database db = opening.get()) {
            Book book = db.query(Book.class, "").one();
            assertThat(book.title).isEqualTo("Emma");
            db.useTransaction(tx -> {
                assertThat(tx.query(Book.class, "").list()).hasSize(1);
            });
            db.useSnapshot(tx -> assertThat(tx.get(Book.class, book.id).title).isEqualTo("Emma"));
            assertThat(Health.of(db).verify().isClean()).isTrue();
            assertThat(db.readOnlyReason())
                    .hasValueSatisfying(said -> assertThat(said).endsWith(reason));
            book.title = "Persuasion";
            requireRefused(() -> db.store(book));
            requireRefused(() -> db.store(Book.of("Persuasion")));
            requireRefused(() -> db.delete(book));
            requireRefused(() -> db.useTransaction(tx -> {
                tx.store(Book.of("Persuasion"));
            }));
            requireRefused(() -> {
                try (BulkWriter bulk = db.bulkWriter()) {
                    bulk.store(Book.of("Persuasion"));
                }
            });
            requireRefused(() -> Health.of(db).repair());
        }
    }

    private static void requireRefused(ThrowingCallable write) {
        EspalierException thrown = catchThrowableOfType(EspalierException.class, write);
        assertThat(thrown).isNotNull();
        assertThat(thrown.code()).as(thrown.getMessage()).isEqualTo("read-only");
        assertThat(thrown).hasMessageContaining("it can only be read: ").hasMessageContaining(" Give ");
    }

    @OnEveryEngine({H2, DUCKDB})
    void aNewDatabaseThatCouldOnlyBeReadIsRefused(TestDatabase database) {
        String option = options(database).get(0);
        EspalierException thrown =
                catchThrowableOfType(EspalierException.class, () -> database.open(MODEL, with(database, option)));
        assertThat(thrown.code()).isEqualTo("no-such-database");
        assertThat(thrown)
                .hasMessageEndingWith("there is no such file, and none is made, as the URL opens it for reading only");
    }
}
