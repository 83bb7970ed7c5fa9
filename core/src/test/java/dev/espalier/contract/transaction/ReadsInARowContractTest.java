package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.LimitException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.Faults;
import dev.espalier.testing.FaultyDriver;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** A connection that has only read for a while may read in auto-commit; its transactions are transactions all the same. */
class ReadsInARowContractTest {

    private static final int MANY = 200;

    static class Author {
        long id;
        String name = "Ann";
    }

    static class Book {
        long id;
        String title = "first";
        Author author = new Author();
        List<Author> readers = new ArrayList<>(List.of(new Author(), new Author()));
    }

    enum Kind {
        OLD,
        NEW
    }

    static class Values {
        long id;
        boolean yes;
        byte small;
        short middle;
        int number;
        long large;
        float single;
        double twice;
        char sign;
        Integer none;
        BigDecimal exact;
        BigInteger whole;
        String text;
        byte[] bytes;
        Kind kind;
        UUID uuid;
        LocalDate date;
        LocalTime time;
        LocalDateTime both;
        Instant instant;
        Duration duration;
        List<LocalDateTime> times = new ArrayList<>();
    }

    private static Values least() {
        Values values = new Values();
        values.small = Byte.MIN_VALUE;
        values.middle = Short.MIN_VALUE;
        values.number = Integer.MIN_VALUE;
        values.large = Long.MIN_VALUE;
        values.single = -Float.MAX_VALUE;
        values.twice = -Double.MAX_VALUE;
        values.sign = 'a';
        values.exact = new BigDecimal("-12345678901234567890.123456789");
        values.whole = BigInteger.TEN.pow(30).negate();
        values.text = "";
        values.bytes = new byte[0];
        values.kind = Kind.OLD;
        values.uuid = new UUID(0, 0);
        values.date = LocalDate.of(1000, 1, 1);
        values.time = LocalTime.MIDNIGHT;
        values.both = values.date.atStartOfDay();
        values.instant = Instant.EPOCH;
        values.duration = Duration.ofSeconds(-1);
        values.times.addAll(Arrays.asList(values.both, null));
        return values;
    }

    private static Values greatest() {
        Values values = new Values();
        values.yes = true;
        values.small = Byte.MAX_VALUE;
        values.middle = Short.MAX_VALUE;
        values.number = Integer.MAX_VALUE;
        values.large = Long.MAX_VALUE;
        values.single = Float.MIN_VALUE;
        values.twice = 0.1 + 0.2;
        values.sign = '\u20ac';
        values.none = 0;
        values.exact = new BigDecimal("0.100");
        values.whole = BigInteger.TEN.pow(30);
        values.text = "\ud83d\ude00 \u00e4\\'".repeat(20_000);
        values.bytes = new byte[] {0, -1, 127};
        values.kind = Kind.NEW;
        values.uuid = new UUID(-1, 1);
        values.date = LocalDate.of(9999, 12, 31);
        values.time = LocalTime.of(23, 59, 59, 999_999_000);
        values.both = LocalDateTime.of(values.date, values.time);
        values.instant = Instant.parse("2026-03-29T01:30:00.000001Z");
        values.duration = Duration.ofDays(1_000);
        values.times.addAll(List.of(values.both, values.both.withNano(1_000)));
        return values;
    }

    private static void read(Database db, long id) {
        for (int i = 0; i < MANY; i++) {
            db.get(Book.class, id);
        }
    }

    @OnEveryEngine
    void transactionsAfterManyReadsAreUndone(TestDatabase database) {
        Database db = database.open(Model.of(Book.class), database.settings().poolSize(1));
        Book book = new Book();
        db.store(book);
        for (int round = 0; round < 3; round++) {
            read(db, book.id);
            RuntimeException undo = new RuntimeException();
            assertThatThrownBy(() -> db.useTransaction(tx -> {
                        Book mine = tx.get(Book.class, book.id);
                        mine.title = "second";
                        mine.readers.clear();
                        tx.store(mine);
                        tx.store(new Book());
                        assertThat(tx.query(Book.class, "title = 'second'").count())
                                .isEqualTo(1);
                        throw undo;
                    }))
                    .isSameAs(undo);
            assertThat(db.query(Book.class, "").list()).singleElement().satisfies(only -> {
                assertThat(only.title).isEqualTo("first");
                assertThat(only.readers).hasSize(2);
            });
        }
    }

    @OnEveryEngine
    void readsAfterManyReadsSeeWhatOthersCommit(TestDatabase database) {
        Database db = database.open(Model.of(Book.class), database.settings().poolSize(1));
        Database other = database.open(Book.class);
        Book book = new Book();
        other.store(book);
        for (int i = 0; i < 3; i++) {
            read(db, book.id);
            // This ends in the middle of a text.
            assertThatThrownBy(() -> db.query(Book.class, "").maxObjects(1).list())
                    .isInstanceOf(LimitException.class);
            book.title = "title " + i;
            other.store(book);
            assertThat(db.get(Book.class, book.id).title).isEqualTo(book.title);
            assertThat(db.query(Book.class, "title = :title")
                            .with("title", book.title)
                            .one()
                            .readers)
                    .hasSize(2);
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void connectionThatIsLostAfterManyReadsIsGivenBack(TestDatabase database) throws Exception {
        Book book = new Book();
        database.open(Book.class).store(book);
        try (Faults faults = new Faults(database);
                FaultyDriver driver = new FaultyDriver(database, faults);
                Database db = Database.open(
                        driver.url(),
                        Model.of(Book.class),
                        database.settings().poolSize(1).connectTimeout(Duration.ofSeconds(3)))) {
            for (int i = 0; i < 3; i++) {
                db.useSnapshot(tx -> tx.query(Book.class, "").list()); // turns it off
                faults.strikeAutoCommit(Faults.Kind.LOST_BEFORE);
                read(db, book.id);
                assertThat(faults.stop()).isEqualTo(1);
            }
        }
    }

    /** A statement that the server has prepared may send values in another form. */
    @OnEveryEngine
    void valuesAreTheSameAfterManyReads(TestDatabase database) {
        Database db = database.open(Model.of(Values.class), database.settings().poolSize(1));
        Values least = least();
        Values greatest = greatest();
        Values none = new Values();
        db.storeAll(List.of(least, greatest, none));
        for (int i = 0; i < MANY; i++) {
            for (Values stored : List.of(least, greatest, none)) {
                assertThat(db.get(Values.class, stored.id))
                        .usingRecursiveComparison()
                        .isEqualTo(stored);
            }
        }
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void columnsMayChangeAfterManyReads(TestDatabase database) {
        Database db = database.open(Model.of(Values.class), database.settings().poolSize(1));
        Values stored = greatest();
        db.store(stored);
        String change = "ALTER TABLE " + database.quote("values") + " MODIFY " + database.quote("number");
        for (String type : List.of(" BIGINT NOT NULL", " DOUBLE NOT NULL", " VARCHAR(20) NOT NULL", " INTEGER NULL")) {
            for (int i = 0; i < MANY; i++) {
                assertThat(db.get(Values.class, stored.id))
                        .usingRecursiveComparison()
                        .isEqualTo(stored);
            }
            database.execute(change + type);
        }
        assertThat(db.get(Values.class, stored.id)).usingRecursiveComparison().isEqualTo(stored);
    }
}
