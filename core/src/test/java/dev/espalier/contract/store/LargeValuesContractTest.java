package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.error.StoreException;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A value is as large as the server allows, or it is refused by name; values that are large together take several statements. */
class LargeValuesContractTest {

    private static final int MEGABYTE = 1024 * 1024;

    static class Photo {
        long id;
        byte[] pixels;

        Photo() {}

        Photo(int bytes) {
            pixels = new byte[bytes];
            Arrays.fill(pixels, (byte) 'x');
        }
    }

    static class Book {
        long id;
        String text;
        List<String> chapters = new ArrayList<>();
    }

    record Cover(String front, String back) {}

    static class Album {
        long id;
        Cover cover;
    }

    /** What is far beyond an engine's limit, as its defaults are; 0 where the limit is about 1 GB, which takes a test too long. */
    private static int beyond(TestDatabase database) {
        return switch (database.engine()) {
            case MYSQL -> 66 * MEGABYTE;
            case MARIADB -> 40 * MEGABYTE;
            case TIDB -> 12 * MEGABYTE;
            case SQLITE, POSTGRES, H2, DUCKDB -> 0;
        };
    }

    /** A size that the engine takes. 5 MB are enough for an engine whose limit is about 1 GB. */
    private static int below(TestDatabase database) {
        return beyond(database) == 0 || database.engine() == Engine.TIDB ? 5 * MEGABYTE : 15 * MEGABYTE;
    }

    private static String setting(TestDatabase database) {
        return database.engine() == Engine.TIDB ? "txn-entry-size-limit" : "max_allowed_packet";
    }

    private static Database open(TestDatabase database) {
        return database.open(
                Model.of(Photo.class, Book.class, Album.class),
                database.settings().poolSize(2).transactionTimeout(Duration.ofMinutes(5)));
    }

    /** @param bytes 0 where a row has several such values */
    private static void assertRefused(TestDatabase database, String field, int bytes, ThrowingCallable writing) {
        Throwable thrown = catchThrowable(writing);
        assertThat(thrown).isInstanceOf(StoreException.class);
        assertThat(((StoreException) thrown).code()).as(thrown.getMessage()).isEqualTo("value-too-large");
        String found = bytes == 0
                ? "\\S+: [\\d,]+ bytes, [\\d,]+ with the row's other values"
                : String.format(Locale.ROOT, "%,d", bytes) + " bytes";
        assertThat(thrown)
                .hasMessageMatching(
                        "(?s)" + field + ": found " + found + ".*expected at most [\\d,]+ in a row, which .*")
                .hasMessageContaining(setting(database));
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.TIDB})
    @AlsoOnTiDb("txn-entry-size-limit bounds a row")
    void aValueBeyondTheLimitIsRefusedByNameAndNothingIsStored(TestDatabase database) {
        Database db = open(database);
        Photo large = new Photo(beyond(database));
        Photo small = new Photo(1_000);
        assertRefused(database, "Photo \\d+\\.pixels", large.pixels.length, () -> db.storeAll(List.of(small, large)));
        assertRefused(
                database,
                "Photo \\d+\\.pixels",
                large.pixels.length,
                () -> db.useTransaction(tx -> {
                    tx.store(large);
                }));
        assertThat(db.query(Photo.class, "").count()).isZero();
        assertThat(large.id).isZero();

        db.store(small);
        small.pixels = large.pixels;
        assertRefused(database, "Photo " + small.id + "\\.pixels", large.pixels.length, () -> db.store(small));
        assertThat(open(database).get(Photo.class, small.id).pixels).hasSize(1_000);
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.TIDB})
    void aTextBeyondTheLimitIsRefusedByNameInAFieldAndInACollection(TestDatabase database) {
        Database db = open(database);
        Book book = new Book();
        book.text = "\u00e4".repeat(beyond(database) / 2);
        assertRefused(database, "Book \\d+\\.text", beyond(database), () -> db.store(book));
        book.chapters.add(book.text);
        book.text = "";
        assertRefused(database, "Book \\d+\\.chapters", beyond(database), () -> db.store(book));
        assertThat(db.query(Book.class, "").count()).isZero();
    }

    /** The drivers of MySQL and MariaDB write a zero as two bytes into a statement. */
    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void aValueThatIsBeyondTheLimitOnlyAsItIsSentIsRefusedByName(TestDatabase database) {
        Database db = open(database);
        Photo photo = new Photo(0);
        photo.pixels = new byte[database.engine() == Engine.MYSQL ? 34 * MEGABYTE : 10 * MEGABYTE];
        assertRefused(database, "Photo \\d+\\.pixels", photo.pixels.length, () -> db.store(photo));
        photo.pixels = new byte[photo.pixels.length / 4 * 3];
        db.store(photo);
        assertThat(open(database).get(Photo.class, photo.id).pixels).isEqualTo(photo.pixels);
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.TIDB})
    @AlsoOnTiDb("txn-entry-size-limit bounds a row")
    void valuesOfOneRowThatAreBeyondTheLimitTogetherAreRefusedByName(TestDatabase database) {
        Database db = open(database);
        Album album = new Album();
        int part = (database.engine() == Engine.MYSQL ? 40 : database.engine() == Engine.MARIADB ? 12 : 4) * MEGABYTE;
        album.cover = new Cover("x".repeat(part), "y".repeat(part));
        assertRefused(database, "Album \\d+\\.cover", 0, () -> db.store(album));
        album.cover = new Cover("x".repeat(part), "");
        db.store(album);
        assertThat(db.query(Album.class, "").count()).isEqualTo(1);
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB, Engine.TIDB})
    void aBulkLoadRefusesAValueBeyondTheLimitByName(TestDatabase database) {
        Database db = open(database);
        BulkWriter bulk = db.bulkWriter();
        assertRefused(database, "Photo \\d+\\.pixels", beyond(database), () -> bulk.store(new Photo(beyond(database))));
        assertThat(catchThrowable(bulk::close)).isInstanceOf(StoreException.class);
        assertThat(db.query(Photo.class, "").count()).isZero();
    }

    @OnEveryEngine
    @AlsoOnTiDb("txn-entry-size-limit counts a key and the columns, too")
    void valueBelowTheLimitIsStoredChangedAndLoaded(TestDatabase database) {
        Database db = open(database);
        Photo photo = new Photo(below(database));
        db.store(photo);
        photo.pixels[0] = 1;
        db.store(photo);
        Photo bulked = new Photo(below(database));
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.store(bulked);
        }
        Database again = open(database);
        assertThat(Arrays.equals(again.get(Photo.class, photo.id).pixels, photo.pixels))
                .isTrue();
        assertThat(Arrays.equals(again.get(Photo.class, bulked.id).pixels, bulked.pixels))
                .isTrue();
    }

    @OnEveryEngine
    @AlsoOnTiDb("a transaction is kept in memory, and has limits of its own")
    void valuesBeyondTheLimitInTotalAreStored(TestDatabase database) {
        Database db = open(database);
        // Where the limit is about 1 GB, eight times the bytes show no more.
        int part = beyond(database) == 0 ? MEGABYTE / 8 : MEGABYTE;
        List<Photo> photos =
                IntStream.range(0, 9).mapToObj(i -> new Photo(5 * part)).toList();
        db.storeAll(photos);
        Book book = new Book();
        IntStream.range(0, 5).forEach(i -> book.chapters.add(String.valueOf(i).repeat(4 * part)));
        db.store(book);
        book.chapters.replaceAll(chapter -> chapter + "!");
        db.store(book);
        assertThat(db.query(Photo.class, "").count()).isEqualTo(9);
        assertThat(open(database).get(Book.class, book.id).chapters).isEqualTo(book.chapters);
    }

    /** A statement carries a thousand rows at most: none of them is large, and together they are. */
    @OnEveryEngine
    void rowsBeyondTheLimitInTotalAreStored(TestDatabase database) {
        Database db = open(database);
        db.storeAll(IntStream.range(0, 1_000).mapToObj(i -> new Photo(20_000)).toList());
        assertThat(db.query(Photo.class, "").count()).isEqualTo(1_000);
    }
}
