package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Index;
import dev.espalier.annotation.Unique;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.contract.samples.Library.Member;
import dev.espalier.error.SchemaException;
import dev.espalier.error.StoreException;
import dev.espalier.health.Health;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Unique values move between the objects of one transaction; what is taken in the end is refused. */
@LocaleDependent
class UniqueContractTest {

    private static final String CARDS = "SELECT card, _version FROM member ORDER BY id";

    /** The ways to write some objects at once. */
    private static final List<BiConsumer<Database, List<?>>> STORES = List.of(
            Database::storeAll,
            (db, objects) -> db.useTransaction(tx -> {
                objects.forEach(tx::store);
            }),
            (db, objects) -> db.useTransaction(tx -> {
                tx.lockAll(objects);
                tx.storeAll(objects);
                tx.query(Member.class, "").count();
            }));

    @OnEveryEngine
    @AlsoOnTiDb("a pessimistic transaction checks a unique index with each statement, by a setting of its own")
    void twoObjectsSwapTheirValues(TestDatabase database) {
        Database db = database.open(Member.class);
        Member a = Member.of("a");
        Member b = Member.of("b");
        a.borrowed = Book.of("Emma");
        b.borrowed = Book.of("Persuasion");
        db.storeAll(List.of(a, b));
        for (BiConsumer<Database, List<?>> store : STORES) {
            swap(a, b);
            store.accept(db, List.of(a, b));
        }
        assertThat(database.rows(CARDS)).containsExactly("b|3", "a|3");
        assertThat(db.get(Member.class, a.id).borrowed.title).isEqualTo("Persuasion");
        assertThat(db.get(Member.class, b.id).borrowed.title).isEqualTo("Emma");
        a.note = "as it is known";
        db.store(a);
        assertThat(database.rows(CARDS)).containsExactly("b|4", "a|3");
    }

    @OnEveryEngine
    void cyclesAndChainsOfUniqueValuesAreStored(TestDatabase database) {
        Database db = database.open(Member.class);
        List<Member> members = List.of(Member.of("a"), Member.of("b"), Member.of("c"));
        db.storeAll(members);
        give(members, "b", "c", "a");
        db.storeAll(members);
        assertThat(database.rows(CARDS)).containsExactly("b|1", "c|1", "a|1");
        give(members, "c", "a", "d");
        db.storeAll(members);
        assertThat(database.rows(CARDS)).containsExactly("c|2", "a|2", "d|2");
        give(members, null, "c", "a");
        Member added = Member.of("d");
        db.storeAll(List.of(added, members.get(2), members.get(1), members.get(0)));
        assertThat(database.rows(CARDS)).containsExactly("null|3", "c|3", "a|3", "d|0");
    }

    @OnEveryEngine
    void objectsKnownOnlyByIdSwapToo(TestDatabase database) {
        Member a = Member.of("a");
        Member b = Member.of("b");
        Member c = Member.of("c");
        try (Database db = database.open(Member.class)) {
            db.storeAll(List.of(a, b, c));
        }
        swap(a, b);
        Database db = database.open(Member.class);
        db.overwriteAll(List.of(a, b, c));
        assertThat(database.rows(CARDS)).containsExactly("b|1", "a|1", "c|0");
    }

    @OnEveryEngine
    void uniqueValueOfADeletedObjectIsFree(TestDatabase database) {
        Database db = database.open(Member.class);
        Member a = Member.of("a");
        Member b = Member.of("b");
        Member c = Member.of("c");
        Member d = Member.of("d");
        db.storeAll(List.of(a, b, c, d));
        Member added = Member.of("c");
        db.useTransaction(tx -> {
            a.card = "b";
            tx.store(a);
            tx.delete(b);
        });
        db.useTransaction(tx -> {
            tx.delete(c);
            tx.store(added);
        });
        db.useTransaction(tx -> {
            tx.store(b);
            b.card = "d";
            tx.store(b);
            added.card = null;
            tx.store(added);
            tx.deleteAll(List.of(d, a));
            added.card = "b";
            tx.store(added);
        });
        assertThat(database.rows(CARDS)).containsExactlyInAnyOrder("b|2", "d|1");
    }

    static class Seat {
        long id;

        @Unique
        int number;

        @Unique
        double place;

        @Unique
        short row;

        @Unique
        Instant since;

        Plate plate;

        record Plate(@Unique long serial, String text) {}

        static Seat of(int number) {
            Seat seat = new Seat();
            seat.number = number;
            seat.place = number + 0.5;
            seat.row = (short) number;
            seat.since = Instant.ofEpochSecond(number, 7);
            seat.plate = new Plate(number, "plate");
            return seat;
        }
    }

    @OnEveryEngine
    void notNullUniqueValuesMoveToo(TestDatabase database) {
        Database db = database.open(Seat.class);
        Seat one = Seat.of(1);
        Seat two = Seat.of(2);
        Seat three = Seat.of(3);
        db.storeAll(List.of(one, two, three));
        long[] ids = {one.id, two.id, three.id};
        for (int i = 0; i < 3; i++) {
            Seat from = Seat.of((i + 1) % 3 + 1);
            Seat to = List.of(one, two, three).get(i);
            to.number = from.number;
            to.place = from.place;
            to.row = from.row;
            to.since = from.since;
            to.plate = from.plate;
        }
        db.storeAll(List.of(one, two, three));
        for (int i = 0; i < 3; i++) {
            Seat seat = db.get(Seat.class, ids[i]);
            assertThat(seat).usingRecursiveComparison().ignoringFields("id").isEqualTo(Seat.of((i + 1) % 3 + 1));
        }
    }

    @OnEveryEngine
    @AlsoOnTiDb("its message of error 1062 names the index in its own way")
    void takenValueIsRefusedWithItsFinalOwner(TestDatabase database) {
        Database db = database.open(Member.class);
        Member a = Member.of("a");
        Member b = Member.of("b");
        Member c = Member.of("c");
        Member d = Member.of("d");
        db.storeAll(List.of(a, b, c, d));
        swap(a, b);
        c.card = "d";
        assertRefused(
                db,
                List.of(a, b, c),
                "Member " + c.id + ".card: found 'd', which Member " + d.id + " has already; the field is unique");
        c.card = "a";
        assertRefused(
                db,
                List.of(a, b, c),
                "Member " + c.id + ".card: found 'a', which Member " + b.id + " has already; the field is unique");
        a.card = "d";
        b.card = "b";
        c.card = "c";
        d.borrowed = Book.of("Emma");
        assertRefused(
                db,
                List.of(a, b, c, d),
                "Member " + a.id + ".card: found 'd', which Member " + d.id + " has already; the field is unique");
        assertThat(database.rows(CARDS)).containsExactly("a|0", "b|0", "c|0", "d|0");
    }

    private static void assertRefused(Database db, List<Member> members, String message) {
        for (BiConsumer<Database, List<?>> store : STORES) {
            StoreException thrown = catchThrowableOfType(StoreException.class, () -> store.accept(db, members));
            assertThat(thrown).hasMessage(message);
            assertThat(thrown.code()).isEqualTo("not-unique");
        }
    }

    @OnEveryEngine(except = Engine.DUCKDB) // it counts statements, and DuckDB's are not sent as batches
    void onlyChangedUniqueValuesAreChecked(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Member.class));
        List<Member> members = List.of(Member.of("a"), Member.of("b"), Member.of("c"));
        db.storeAll(members);
        log.reads();
        members.forEach(member -> member.note = "changed");
        db.storeAll(members);
        members.get(0).card = "d";
        members.get(1).note = "again";
        db.storeAll(members);
        assertThat(log.reads()).isEmpty();
        give(members, "e", "f", "g");
        db.storeAll(members);
        assertThat(log.reads()).hasSize(1);
        give(members, "f", "h", "i");
        db.storeAll(members);
        // one that makes room, and one for the three rows, which go in a batch; MariaDB's driver gets none on a
        // DataSource
        assertThat(log.writes()).hasSize(database.engine() == Engine.MARIADB ? 4 : 2);
    }

    private static void swap(Member a, Member b) {
        String card = a.card;
        a.card = b.card;
        b.card = card;
        Book book = a.borrowed;
        a.borrowed = b.borrowed;
        b.borrowed = book;
    }

    private static void give(List<Member> members, String... cards) {
        for (int i = 0; i < cards.length; i++) {
            members.get(i).card = cards[i];
        }
    }

    enum Grade {
        FINE,
        COARSE
    }

    record Label(@Unique String text, @Unique Character mark) {}

    static class Sample {
        long id;

        @Unique
        OffsetDateTime taken;

        @Unique
        Instant stored;

        @Unique
        LocalDate due;

        @Unique
        BigDecimal weight;

        @Unique
        UUID key;

        @Unique
        Grade grade;

        @Unique
        Duration age;

        @Unique
        Boolean isBlank;

        @Unique
        Time noon;

        Label label;
    }

    /** The columns of a value would be another moment, another number or an address in memory. */
    @OnEveryEngine
    void messageWritesTheValueAsTheLanguageDoes(TestDatabase database) {
        Database db = database.open(Sample.class);
        Map<String, Consumer<Sample>> values = new LinkedHashMap<>();
        values.put(
                "taken: found '2026-11-25T10:00+02:00'",
                sample -> sample.taken = OffsetDateTime.parse("2026-11-25T10:00+02:00"));
        values.put(
                "stored: found '2026-11-25T10:00:00.123456789Z'",
                sample -> sample.stored = Instant.parse("2026-11-25T10:00:00.123456789Z"));
        values.put("due: found '2026-11-25'", sample -> sample.due = LocalDate.of(2026, 11, 25));
        values.put("weight: found 1.50", sample -> sample.weight = new BigDecimal("1.50"));
        values.put("key: found '" + new UUID(1, 2) + "'", sample -> sample.key = new UUID(1, 2));
        values.put("grade: found 'COARSE'", sample -> sample.grade = Grade.COARSE);
        values.put("age: found 'PT1H30M'", sample -> sample.age = Duration.ofMinutes(90));
        values.put("isBlank: found TRUE", sample -> sample.isBlank = true);
        values.put("noon: found '12:00'", sample -> sample.noon = Time.valueOf("12:00:00"));
        values.put("label.text: found 'it''s'", sample -> sample.label = new Label("it's", null));
        values.put("label.mark: found 'x'", sample -> sample.label = new Label(null, 'x'));
        values.forEach((expected, value) -> {
            Sample first = new Sample();
            Sample second = new Sample();
            value.accept(first);
            value.accept(second);
            db.store(first);
            StoreException thrown = catchThrowableOfType(StoreException.class, () -> db.store(second));
            assertThat(thrown).as(expected).hasMessageStartingWith("a new Sample." + expected + ", which Sample ");
            db.delete(first);
        });
    }

    static class Digest {
        long id;

        @Unique
        byte[] hash;

        static Digest of(byte... hash) {
            Digest digest = new Digest();
            digest.hash = hash;
            return digest;
        }
    }

    record Seal(@Unique byte[] stamp, String text) {}

    static class Letter {
        long id;
        Seal seal;
    }

    /** MySQL makes no unique index of bytes without a length. */
    @OnEveryEngine({Engine.MYSQL, Engine.TIDB})
    @AlsoOnTiDb("its error of such an index is its own")
    void uniqueBytesAreRefusedByTheirFields(TestDatabase database) {
        SchemaException thrown =
                catchThrowableOfType(SchemaException.class, () -> database.open(Digest.class, Letter.class));
        assertThat(thrown.code()).isEqualTo("unique-bytes");
        assertThat(thrown)
                .hasMessageContaining("Digest.hash, Letter.seal.stamp: found @Unique on a byte[]; expected another"
                        + " type, as " + database.engine() + " has no unique index of bytes. Keep a String, for"
                        + " example of hexadecimal digits, or a UUID, or remove the annotation");
        assertThat(database.open(Member.class).query(Member.class, "").count()).isZero();
    }

    static class Scan {
        long id;

        @Index
        byte[] content;

        static Scan of(int last) {
            Scan scan = new Scan();
            scan.content = new byte[2_000];
            scan.content[1_999] = (byte) last;
            return scan;
        }
    }

    /** MySQL makes an index of their beginnings. */
    @OnEveryEngine
    void longBytesWithAnIndexAreFound(TestDatabase database) {
        Database db = database.open(Scan.class);
        db.storeAll(List.of(Scan.of(1), Scan.of(2)));
        assertThat(db.query(Scan.class, "content = :content")
                        .with("content", Scan.of(2).content)
                        .one()
                        .content)
                .endsWith(2);
        assertThat(Health.of(db).verify().isClean()).isTrue();
    }

    /** {@link #uniqueBytesAreRefusedByTheirFields} on the others. */
    @OnEveryEngine(except = {Engine.MYSQL, Engine.TIDB})
    void messageWritesBytesInHexadecimalDigits(TestDatabase database) {
        Database db = database.open(Digest.class);
        db.store(Digest.of((byte) 10, (byte) -1));
        assertThatThrownBy(() -> db.store(Digest.of((byte) 10, (byte) -1)))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("a new Digest.hash: found '0aff', which Digest ");
    }
}
