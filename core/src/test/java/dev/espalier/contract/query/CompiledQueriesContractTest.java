package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.SearchStrategy;
import dev.espalier.annotation.Index;
import dev.espalier.error.QueryException;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.ObjectName;

/** The answer to a repeated query comes from a compiled statement; a search in steps has a plan of its own. Both must agree for each value. */
class CompiledQueriesContractTest {

    enum Kind {
        SMALL,
        LARGE
    }

    static class Shelf {
        long id;
        String name;
        int floor;
    }

    static class Book {
        long id;
        String title;
        int pages;
        Long sold;
        double weight;
        LocalDate printed;
        Kind kind;
        boolean lent;
        BigDecimal price;
        Shelf shelf;
        Set<String> tags = new LinkedHashSet<>();
        List<Review> reviews = new ArrayList<>();
    }

    static class Review {
        long id;
        int stars;
        String author;
    }

    private static List<Book> books(Shelf... shelves) {
        List<Book> books = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Book book = new Book();
            book.title = i % 7 == 0 ? null : "title " + i % 5;
            book.pages = i % 6;
            book.sold = i % 4 == 0 ? null : (long) i;
            book.weight = i / 4.0;
            book.printed = LocalDate.of(2020, 1, 1).plusDays(i);
            book.kind = Kind.values()[i % 2];
            book.shelf = i % 3 == 2 ? null : shelves[i % 3];
            book.lent = i % 8 == 1;
            book.price = i % 9 == 0 ? null : BigDecimal.valueOf(i % 4 * 25L, 1);
            for (int k = 0; k < i % 3; k++) {
                book.tags.add("title " + (i + k) % 4);
                Review review = new Review();
                review.stars = (i + k) % 5;
                review.author = k == 0 ? "title 3" : null;
                book.reviews.add(review);
            }
            books.add(book);
        }
        return books;
    }

    private static Shelf shelf(String name) {
        Shelf shelf = new Shelf();
        shelf.name = name;
        return shelf;
    }

    private static List<Object> values(List<Book> books, Shelf first, Shelf second) {
        Shelf unstored = shelf("unstored");
        long id = books.get(20).id;
        return Arrays.asList(
                3,
                3L,
                (short) 3,
                2.5,
                new BigDecimal("2.5"),
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                1e30,
                Double.POSITIVE_INFINITY,
                null,
                Optional.of(4),
                Optional.empty(),
                List.of(1, 2, 3),
                List.of(),
                new long[] {2, 3},
                "title 3",
                "3",
                "",
                "title 3\0",
                "SMALL",
                Kind.LARGE,
                LocalDate.of(2020, 1, 15),
                "2020-01-15",
                id,
                (int) id,
                Collections.singletonList(id),
                first,
                second,
                unstored,
                first.id,
                true,
                'x');
    }

    @OnEveryEngine
    void repeatedQueryFindsTheSameAsAPlanOfItsOwn(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            Shelf first = shelf("first");
            Shelf second = shelf("second");
            List<Book> books = books(first, second);
            db.storeAll(books);
            List<Object> values = values(books, first, second);
            for (String condition : List.of(
                    "pages = :v",
                    "pages < :v",
                    "pages >= :v",
                    "pages != :v",
                    "sold = :v",
                    "sold > :v",
                    "sold <= :v",
                    "weight < :v",
                    "title = :v",
                    "title >= :v",
                    "title LIKE :v",
                    "printed < :v",
                    "printed = :v",
                    "kind = :v",
                    "kind > :v",
                    "shelf = :v",
                    "shelf != :v",
                    "shelf.id = :v",
                    "id = :v",
                    "id > :v",
                    "id <= :v",
                    "pages IN (:v)",
                    "id IN (:v)",
                    "sold IN (1, :v, 7)",
                    "id > 3, id <= :v, pages >= :v",
                    "NOT (sold = :v)",
                    "pages = :v OR sold = :v",
                    "shelf.name = :v",
                    "shelf.name = :v, pages > 2",
                    "shelf.name != :v",
                    "NOT shelf.name = :v",
                    "shelf.name IN (:v)",
                    "pages >= 0 ORDER BY id DESC LIMIT :v",
                    "pages >= 0 ORDER BY title LIMIT :v",
                    "pages >= 0 ORDER BY sold DESC LIMIT :v OFFSET 3",
                    "pages >= 1 ORDER BY printed LIMIT 7 OFFSET :v",
                    "pages >= :v ORDER BY weight LIMIT :v OFFSET :v",
                    "tags = 'title 1' LIMIT 5 OFFSET :v",
                    "shelf.name = 'first' ORDER BY shelf.name, sold OFFSET :v",
                    "pages < :v LIMIT 9 OFFSET 2",
                    "pages >= :v ORDER BY id DESC LIMIT 5",
                    "pages < :v ORDER BY title",
                    "pages < :v OFFSET 3",
                    "lent = :v",
                    "lent != :v",
                    "price = :v",
                    "price < :v, id > 3",
                    "weight = :v OR price >= :v",
                    "kind = :v, lent = FALSE",
                    "kind = :v, shelf = :v",
                    "tags = :v",
                    "tags = :v, pages > 1",
                    "tags != :v",
                    "NOT tags = :v",
                    "tags = :v ORDER BY printed DESC LIMIT 3",
                    "tags = :v, shelf.name = 'first'",
                    "reviews.stars = :v",
                    "reviews.stars < :v, title >= 'title 1' LIMIT 4",
                    "reviews(stars = :v, author = 'title 3')",
                    "reviews(stars = :v OR author = :v), kind = 'LARGE' ORDER BY weight DESC",
                    "shelf.name = :v LIMIT 3",
                    "shelf.name = :v ORDER BY sold DESC LIMIT 3",
                    "pages >= :v ORDER BY sold",
                    "pages >= :v ORDER BY price DESC, weight LIMIT 7",
                    "pages != :v ORDER BY kind DESC, title LIMIT 9",
                    "pages < :v ORDER BY shelf.name, printed LIMIT 8",
                    "id > :v ORDER BY pages DESC, id DESC LIMIT 9",
                    "pages >= :v ORDER BY sold DESC LIMIT 6 OFFSET 4",
                    "pages >= 0, sold != :v ORDER BY title LIMIT 50 OFFSET 9",
                    "tags = :v LIMIT 3 OFFSET 2",
                    "shelf.name = :v ORDER BY shelf.name DESC, weight LIMIT 4 OFFSET 1",
                    "shelf = :v ORDER BY shelf.name, printed DESC",
                    "tags = :v ORDER BY shelf.name DESC, kind LIMIT 5",
                    "tags = :v, reviews.author = 'title 3'",
                    "tags = :v, shelf.name = 'first', reviews.stars != 2",
                    "tags = :v, tags = 'title 1'",
                    "shelf = :v, NO reviews(stars > 2)",
                    "shelf = :v, ALL reviews(author = :v), kind = 'LARGE'",
                    "tags = :v, COUNT(reviews) > 1",
                    "title = :v, COUNT(tags) = 2 LIMIT 2",
                    "tags = :v OR shelf.name = :v",
                    "tags = :v OR title = :v, pages > 1",
                    "(tags = :v OR reviews.author = :v), NOT kind = 'SMALL' ORDER BY sold LIMIT 5",
                    "id = :v OR tags = 'title 2' OR reviews(author = 'title 3', stars = 4)")) {
                for (int repetition = 0; repetition < 2; repetition++) {
                    for (Object value : values) {
                        requireTheSame(db, condition, value);
                    }
                }
            }
        }
    }

    private static void requireTheSame(Database db, String condition, Object value) {
        Object searched = searched(db, condition, value);
        String question = condition + " with " + value;
        assertThat(found(db, condition, value)).as(question).isEqualTo(searched);
        assertThat(answer(() -> ids(query(db, condition, value))))
                .as("ids of " + question)
                .isEqualTo(searched);
        assertThat(answer(() -> query(db, condition, value).count()))
                .as("count of " + question)
                .isEqualTo(searched instanceof List<?> ids ? (Object) (long) ids.size() : searched);
        assertThat(answer(() -> query(db, condition, value).exists()))
                .as("existence of " + question)
                .isEqualTo(searched instanceof List<?> ids ? (Object) !ids.isEmpty() : searched);
        assertThat(answer(() -> query(db, condition, value).first().map(book -> book.id).stream()
                        .toList()))
                .as("first of " + question)
                .isEqualTo(
                        searched instanceof List<?> ids ? ids.stream().limit(1).toList() : searched);
    }

    private static List<Long> ids(Query<Book> query) {
        return Arrays.stream(query.ids()).boxed().toList();
    }

    private static Object answer(Supplier<Object> asked) {
        try {
            return asked.get();
        } catch (QueryException e) {
            return e.errorCode() + " " + e.getMessage();
        }
    }

    /** An index on a sort key is followed from the first object that has a value; those without one come when there are no others left. */
    @OnEveryEngine
    void firstObjectsOfAnOrderAreTheSameWhateverValuesAreMissing(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            List<Book> books = books(shelf("first"), shelf("second"));
            db.storeAll(books);
            for (int changed = -1; changed < 40; changed += 13) {
                if (changed >= 0) {
                    books.get(changed).sold = changed % 2 == 0 ? null : (Long) 11L;
                    books.get(changed).printed = null;
                    db.store(books.get(changed));
                }
                for (String key :
                        List.of("sold", "printed", "pages", "weight", "price", "kind", "title", "shelf.name")) {
                    for (String order :
                            List.of(" LIMIT ", " DESC LIMIT ", ", pages DESC LIMIT ", " DESC, title LIMIT ")) {
                        for (String most : List.of(
                                "1", "5", "29", "30", "39", "40", "50", "3 OFFSET 27", "9 OFFSET 25", "40 OFFSET 1")) {
                            String text = "id > 0 ORDER BY " + key + order + most;
                            for (int repetition = 0; repetition < 3; repetition++) {
                                assertThat(db.query(Book.class, text).list().stream()
                                                .map(book -> book.id)
                                                .toList())
                                        .as(text)
                                        .isEqualTo(
                                                ids(db.query(Book.class, text).strategy(SearchStrategy.STEPS)));
                            }
                        }
                    }
                }
            }
        }
    }

    /** A stream has a plan of its own. */
    @OnEveryEngine
    void repeatedSelectionHasTheRowsOfAPlanOfItsOwn(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            Shelf first = shelf("first");
            Shelf second = shelf("second");
            List<Book> books = books(first, second);
            db.storeAll(books);
            for (String condition : List.of(
                    "pages = :v",
                    "sold > :v",
                    "title >= :v",
                    "printed < :v",
                    "kind = :v",
                    "shelf = :v",
                    "id <= :v",
                    "id IN (:v)",
                    "shelf.name = :v, pages > 2",
                    "pages < :v OFFSET 3")) {
                for (String selection : List.of(
                        "title, pages, shelf.name AS shelf",
                        "title, id ORDER BY pages DESC, id LIMIT 4",
                        "shelf.name AS shelf, COUNT(*) AS books, SUM(pages) AS pages, MAX(printed) AS printed",
                        "COUNT(*) AS books, AVG(sold) AS sold HAVING COUNT(*) > 1",
                        "DISTINCT kind, CASE WHEN pages = :v THEN 'equal' ELSE 'other' END AS equal")) {
                    for (int repetition = 0; repetition < 3; repetition++) {
                        for (Object value : values(books, first, second)) {
                            RowQuery<Row> rows = query(db, condition, value).select(selection);
                            assertThat(rows(rows::list))
                                    .as(condition + " with " + value + ": " + selection)
                                    .isEqualTo(rows(() -> rows.stream().toList()));
                        }
                    }
                }
            }
        }
    }

    private static Object rows(Supplier<List<Row>> read) {
        try {
            return read.get().stream().map(Row::values).toList();
        } catch (QueryException e) {
            return e.errorCode() + " " + e.getMessage();
        }
    }

    @OnEveryEngine
    void surplusAndMissingParametersOfARepeatedSelectionAreRefusedEachTime(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            db.storeAll(books(shelf("first"), shelf("second")));
            for (int repetition = 0; repetition < 4; repetition++) {
                RowQuery<Row> rows = db.query(Book.class, "pages = :v").select("title");
                assertThat(rows.with("v", 3).list()).hasSize(7);
                assertThat(rows(rows::list)).asString().startsWith("UNBOUND_PARAMETER ");
                assertThat(rows(() -> rows.with("v", 3).with("w", 3).list()))
                        .asString()
                        .startsWith("SURPLUS_PARAMETER ");
            }
        }
    }

    /** The record is made of another plan each time. */
    @OnEveryEngine
    void repeatedSelectionOfARecordSeesLaterChanges(TestDatabase database) {
        record Titled(String title, int pages) {}
        try (Database db = database.open(Shelf.class, Book.class)) {
            List<Book> books = books(shelf("first"), shelf("second"));
            db.storeAll(books);
            for (int pages = 0; pages < 6; pages++) {
                books.get(1).pages = pages;
                db.store(books.get(1));
                assertThat(db.query(Book.class, "id = :id")
                                .with("id", books.get(1).id)
                                .select(Titled.class, "title, pages")
                                .list())
                        .containsExactly(new Titled("title 1", pages));
                int now = pages;
                db.useTransaction(tx -> {
                    books.get(1).pages = now + 10;
                    tx.store(books.get(1));
                    assertThat(tx.query(Book.class, "id = :id")
                                    .with("id", books.get(1).id)
                                    .select(Titled.class, "title, pages")
                                    .one()
                                    .pages)
                            .isEqualTo(now + 10);
                });
            }
        }
    }

    private static Query<Book> query(Database db, String condition, Object value) {
        return db.query(Book.class, condition).with("v", value);
    }

    private static Object found(Database db, String condition, Object value) {
        return answer(() ->
                query(db, condition, value).list().stream().map(book -> book.id).toList());
    }

    /** Ids are sent in chunks of as many as a statement takes; a chunk has room for those that there are. */
    @OnEveryEngine(Engine.SQLITE)
    void aSearchInStepsThatFindsFewObjectsTakesNoRoomForMany(TestDatabase database) throws JMException {
        try (Database db = database.open(Shelf.class, Book.class)) {
            db.storeAll(books(shelf("first"), shelf("second")));
            long least = Long.MAX_VALUE;
            for (int repetition = 0; repetition < 20; repetition++) {
                long before = allocated();
                assertThat(db.query(Book.class, "pages >= 3, pages * 2 < sold, SUM(reviews.stars) > 1")
                                .ids())
                        .isNotEmpty();
                least = Math.min(least, allocated() - before);
            }
            assertThat(least).isLessThan(400_000);
        }
    }

    /** How many bytes this thread has allocated. */
    private static long allocated() throws JMException {
        return (long) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                        "getThreadAllocatedBytes",
                        new Object[] {Thread.currentThread().getId()},
                        new String[] {"long"});
    }

    private static Object searched(Database db, String condition, Object value) {
        return answer(() -> ids(query(db, condition, value).strategy(SearchStrategy.STEPS)));
    }

    @OnEveryEngine
    void pagesOfARepeatedQueryKeepBothBoundsOfTheId(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            List<Book> books = books(shelf("first"), shelf("second"));
            db.storeAll(books);
            for (String order : List.of("id", "id DESC")) {
                for (long from : new long[] {
                    Long.MIN_VALUE, 0, books.get(3).id, books.get(17).id, books.get(39).id, Long.MAX_VALUE
                }) {
                    for (String bounds : List.of(
                            "id > :from",
                            "id >= :from",
                            "id < :from",
                            "id <= :from",
                            "id > :from, id >= 5",
                            "id < :from, id <= 30",
                            "pages < 4, id >= :from")) {
                        Query<Book> query = db.query(Book.class, bounds + " ORDER BY " + order)
                                .with("from", from);
                        List<Long> paged = new ArrayList<>();
                        String after = null;
                        do {
                            Page<Book> page = query.page(7, after);
                            page.objects().forEach(book -> paged.add(book.id));
                            after = page.next();
                        } while (after != null);
                        assertThat(paged)
                                .as(bounds + " from " + from + " by " + order)
                                .isEqualTo(Arrays.stream(query.ids()).boxed().toList());
                    }
                }
            }
        }
    }

    @OnEveryEngine
    void pagesOfARepeatedSortedQueryGoOnBehindTheLast(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            db.storeAll(books(shelf("first"), shelf("second")));
            for (String text : List.of(
                    "ORDER BY sold DESC",
                    "tags = 'title 1' ORDER BY printed",
                    "shelf.name = 'first'",
                    "reviews.stars = 2")) {
                Query<Book> query = db.query(Book.class, text);
                for (int repetition = 0; repetition < 3; repetition++) {
                    List<Long> paged = new ArrayList<>();
                    String after = null;
                    do {
                        Page<Book> page = query.page(3, after);
                        page.objects().forEach(book -> paged.add(book.id));
                        after = page.next();
                    } while (after != null);
                    assertThat(paged).as(text).isEqualTo(ids(query.strategy(SearchStrategy.STEPS)));
                }
            }
        }
    }

    /** An index finds the books of a shelf, or of a tag; their pages are looked at in the rows, though no index leads to them. */
    @OnEveryEngine
    void conditionWithAnIndexForOnePartIsOneStatement(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(
                log.source(),
                Model.of(Shelf.class, Book.class),
                database.settings().indexes(IndexLevel.RELATIONS))) {
            Shelf first = shelf("first");
            List<Book> books = books(first, shelf("second"));
            db.storeAll(books);
            long review = books.get(5).reviews.get(0).id;
            for (String text : List.of(
                    "shelf = :v, pages > 2",
                    "shelf.id = :v, kind = 'LARGE'",
                    "reviews.id = :v, pages > 0",
                    "reviews.id = :v, shelf IS NULL",
                    "reviews.id = :v, tags = 'title 1'",
                    "reviews.id = :v, NO reviews(stars > 4), COUNT(tags) = 2",
                    "reviews.id = :v OR id = 1",
                    "shelf = :v, NO tags, NO reviews(stars = 1)",
                    "shelf.id = :v, NO reviews",
                    "shelf.id = :v, shelf.name MATCH '%st', ALL reviews(stars < 4)")) {
                Query<Book> query =
                        db.query(Book.class, text).with("v", text.startsWith("reviews") ? review : first.id);
                long[] expected = query.strategy(SearchStrategy.STEPS).ids();
                assertThat(expected).as(text).isNotEmpty();
                for (int repetition = 0; repetition < 4; repetition++) {
                    log.reads();
                    assertThat(query.ids()).as(text).isEqualTo(expected);
                    assertThat(query.count()).as(text).isEqualTo(expected.length);
                    assertThat(query.exists()).as(text).isTrue();
                    if (repetition > 1) {
                        assertThat(log.reads())
                                .as(text)
                                .filteredOn(sql -> !looksAhead(sql))
                                .hasSize(3);
                    }
                }
            }
        }
    }

    /** SQLite and H2 are asked first whether the values lead to many objects. */
    private static boolean looksAhead(String sql) {
        return sql.endsWith(" LIMIT 1 OFFSET 1000");
    }

    /** A search in steps begins with the few objects of the other path. */
    @OnEveryEngine({Engine.SQLITE, Engine.H2})
    void valueOfManyObjectsIsSearchedInSteps(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Shelf.class, Book.class), database.settings())) {
            db.storeAll(books(shelf("first"), shelf("second")));
            List<Book> common = new ArrayList<>();
            for (int i = 0; i < 1_200; i++) {
                Book book = new Book();
                book.tags.add("common");
                common.add(book);
            }
            Review last = new Review();
            last.author = "title 3";
            common.get(700).reviews.add(last);
            db.storeAll(common);
            for (String text : List.of("tags = :v, reviews.author = 'title 3'", "tags = :v OR title = :v")) {
                Query<Book> query = db.query(Book.class, text).with("v", "title 3");
                for (int repetition = 0; repetition < 3; repetition++) {
                    assertThat(query.ids()).isNotEmpty();
                    log.reads();
                    assertThat(query.ids())
                            .isEqualTo(query.strategy(SearchStrategy.STEPS).ids());
                    assertThat(log.reads().stream()
                                    .filter(sql -> !looksAhead(sql))
                                    .findFirst())
                            .hasValueSatisfying(sql -> assertThat(sql).contains(" IN (SELECT "));
                    Query<Book> ofMany = db.query(Book.class, text).with("v", "common");
                    assertThat(ofMany.count()).isEqualTo(text.contains("OR") ? 1_200 : 1);
                    assertThat(log.reads()).noneMatch(sql -> sql.contains(" IN (SELECT ") && !looksAhead(sql));
                    assertThat(ofMany.list()).hasSize(text.contains("OR") ? 1_200 : 1);
                }
            }
        }
    }

    /** The objects of each of two paths, a path of which one is enough, and what is counted are asked for by one statement. */
    @OnEveryEngine
    void severalPathsAndASortedPartAreOneStatement(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Shelf.class, Book.class), database.settings())) {
            db.storeAll(books(shelf("first"), shelf("second")));
            for (String text : List.of(
                    "tags = :v, reviews.author = 'title 3'",
                    "tags = :v OR title = :v",
                    "tags = :v, COUNT(reviews) > 1, NO reviews(stars = 9)",
                    "tags = :v ORDER BY shelf.floor, pages LIMIT 5",
                    "tags = :v ORDER BY printed DESC LIMIT 5 OFFSET 2")) {
                Query<Book> query = db.query(Book.class, text).with("v", "title 3");
                long[] expected = query.strategy(SearchStrategy.STEPS).ids();
                assertThat(expected).as(text).isNotEmpty();
                for (int repetition = 0; repetition < 4; repetition++) {
                    log.reads();
                    assertThat(query.ids()).as(text).isEqualTo(expected);
                    assertThat(query.count()).as(text).isEqualTo(expected.length);
                    if (repetition > 1) {
                        assertThat(log.reads())
                                .as(text)
                                .filteredOn(sql -> !looksAhead(sql))
                                .hasSize(2);
                    }
                }
            }
        }
    }

    /** Members are read by the query for their owners: it has to skip the same ones. */
    @OnEveryEngine
    void offsetWithoutAnEndSkipsObjects(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            db.storeAll(books(shelf("first"), shelf("second")));
            for (String text : List.of(
                    "tags = :v LIMIT 9223372036854775807 OFFSET 2",
                    "tags = :v OR title = :v LIMIT 9223372036854775807 OFFSET 1",
                    "tags = :v ORDER BY shelf.floor, pages DESC LIMIT 9223372036854775807 OFFSET 3")) {
                Query<Book> query = db.query(Book.class, text).with("v", "title 3");
                List<Long> expected = ids(query.strategy(SearchStrategy.STEPS));
                for (int depth = 0; depth < 2; depth++) {
                    for (int repetition = 0; repetition < 4; repetition++) {
                        assertThat(query.depth(depth).list().stream().map(book -> book.id))
                                .as(text)
                                .containsExactlyElementsOf(expected);
                    }
                }
            }
        }
    }

    /** A constant's name and a date as text have the plan of the values that they mean. */
    @OnEveryEngine
    void aTextInTheFormOfALiteralFindsTheSame(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            db.storeAll(books(shelf("first"), shelf("second")));
            for (int repetition = 0; repetition < 3; repetition++) {
                for (Object large : List.of(Kind.LARGE, "LARGE")) {
                    assertThat(db.query(Book.class, "kind != :k")
                                    .with("k", large)
                                    .count())
                            .isEqualTo(20);
                }
                for (Object date : List.of(LocalDate.of(2020, 1, 15), "2020-01-15")) {
                    assertThat(db.query(Book.class, "printed < :d")
                                    .with("d", date)
                                    .count())
                            .isEqualTo(14);
                }
                assertThat(db.query(Book.class, "price > :p").with("p", 2).count())
                        .isEqualTo(db.query(Book.class, "price > 2").count());
            }
        }
    }

    private static final List<String> TITLES = List.of(
            "",
            "a",
            "ab",
            "ab\ud7ff",
            "ab\ue000",
            "ab\uffff",
            "ab\ud83d\ude00",
            "ab\udbff\udfff",
            "ab\udbff\udfffc",
            "aB",
            "ac",
            "a%c",
            "a_c",
            "a\\c",
            "a*c",
            "a[c",
            "b",
            "b ",
            "\udbff\udfff",
            "x".repeat(199),
            "x".repeat(200),
            "x".repeat(201),
            "x".repeat(201) + "y",
            "x".repeat(2_000));

    /** Texts that begin alike are a range; other patterns need a plan of their own. */
    @OnEveryEngine
    void repeatedPatternFindsTheSameAsAPlanOfItsOwn(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            List<Book> books = books(shelf("first"), shelf("second"));
            for (int i = 0; i < books.size(); i++) {
                books.get(i).title = i < TITLES.size() ? TITLES.get(i) : null;
                books.get(i).tags.add(TITLES.get(i % TITLES.size()));
            }
            db.storeAll(books);
            for (String condition : List.of(
                    "title MATCH :v",
                    "NOT title MATCH :v",
                    "title NOT MATCH :v",
                    "title MATCH :v ORDER BY title LIMIT 5",
                    "title MATCH :v ORDER BY title DESC, pages LIMIT 5",
                    "title MATCH :v, pages > 1 ORDER BY title LIMIT 30",
                    "title MATCH :v OR pages = 1",
                    "tags MATCH :v",
                    "kind MATCH :v",
                    "id > 0 ORDER BY title LIMIT 9",
                    "id > 0 ORDER BY title DESC LIMIT 9")) {
                for (int repetition = 0; repetition < 2; repetition++) {
                    for (Object pattern : patterns()) {
                        if (condition.contains(":v")) {
                            requireTheSame(db, condition, pattern);
                        } else {
                            assertThat(ids(db.query(Book.class, condition)))
                                    .isEqualTo(
                                            ids(db.query(Book.class, condition).strategy(SearchStrategy.STEPS)));
                        }
                    }
                }
            }
        }
    }

    private static List<Object> patterns() {
        List<Object> patterns = new ArrayList<>(Arrays.asList(null, 3, List.of("a%"), "a\\", "a\0%", "\ud83d%", "SM%"));
        for (String title : TITLES) {
            patterns.add(title + "%");
        }
        patterns.addAll(List.of(
                "a\\%%", "a\\_%", "a\\\\%", "%", "a", "_b%", "a%c", "a__", "x%y", "ab%%", "x".repeat(201) + "_", "A%"));
        return patterns;
    }

    /** The members of the first objects of an order are found by the same condition and limit, so that all comes in one round trip. */
    @OnEveryEngine
    void membersOfTheFirstObjectsDoNotWaitForTheirIds(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Shelf.class, Book.class))) {
            db.storeAll(books(shelf("first"), shelf("second")));
            for (String order : List.of("printed DESC", "pages, title", "title")) {
                String text = "id > 0 ORDER BY " + order + " LIMIT 5";
                List<Long> expected = ids(db.query(Book.class, text).strategy(SearchStrategy.STEPS));
                for (int repetition = 0; repetition < 4; repetition++) {
                    log.reads();
                    List<Book> found =
                            db.query(Book.class, text).only("reviews").list();
                    List<String> reads = log.reads();
                    assertThat(found.stream().map(book -> book.id).toList()).isEqualTo(expected);
                    for (Book book : found) {
                        Book whole = db.get(Book.class, book.id);
                        assertThat(book.tags).isEqualTo(whole.tags);
                        assertThat(book.reviews.stream().map(review -> review.stars))
                                .isEqualTo(whole.reviews.stream()
                                        .map(review -> review.stars)
                                        .toList());
                    }
                    if (repetition > 1 && database.engine() == Engine.POSTGRES) {
                        assertThat(reads)
                                .as(text)
                                .hasSize(3)
                                .allSatisfy(read -> assertThat(read).contains("LIMIT 5"));
                    }
                }
            }
        }
    }

    /** A condition that is nothing but a path is read along it. The owners of several members that fulfil it come once. */
    @OnEveryEngine
    void idsAndExistenceByAPathDoNotReadTheObjectsThemselves(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Shelf.class, Book.class))) {
            db.storeAll(books(shelf("first"), shelf("second")));
            for (String text : List.of("tags = 'title 1'", "reviews.stars = 3", "reviews.author = 'title 3'")) {
                Query<Book> query = db.query(Book.class, text);
                List<Long> expected = ids(query.strategy(SearchStrategy.STEPS));
                assertThat(expected).isNotEmpty();
                for (int repetition = 0; repetition < 4; repetition++) {
                    log.reads();
                    assertThat(ids(query)).as(text).isEqualTo(expected);
                    assertThat(query.exists()).as(text).isTrue();
                    List<String> reads = log.reads();
                    if (repetition > 1) {
                        assertThat(reads)
                                .as(text)
                                .hasSize(2)
                                .allSatisfy(read -> assertThat(read).doesNotContainPattern("[`\"]book[`\"]"));
                    }
                }
            }
        }
    }

    @OnEveryEngine
    void missingAndSurplusParametersAreRefusedEachTime(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            db.storeAll(books(shelf("first"), shelf("second")));
            for (int repetition = 0; repetition < 3; repetition++) {
                assertThat(db.query(Book.class, "pages = :v").with("v", 3).list())
                        .hasSize(7);
                assertThat(catchThrowableOfType(
                                        QueryException.class,
                                        () -> db.query(Book.class, "pages = :v").list())
                                .errorCode()
                                .code())
                        .isEqualTo("unbound-parameter");
                assertThat(catchThrowableOfType(
                                        QueryException.class,
                                        () -> db.query(Book.class, "pages = :v")
                                                .with("v", 3)
                                                .with("w", 3)
                                                .list())
                                .errorCode()
                                .code())
                        .isEqualTo("surplus-parameter");
                assertThat(db.query(Book.class, "pages = ?, sold > ?")
                                .withValues(3, 9)
                                .list())
                        .hasSize(5);
            }
        }
    }

    @OnEveryEngine
    void boundsOfARepeatedQueryAreKeptApart(TestDatabase database) {
        try (Database db = database.open(Shelf.class, Book.class)) {
            db.storeAll(books(shelf("first"), shelf("second")));
            for (int repetition = 0; repetition < 3; repetition++) {
                Book whole =
                        db.query(Book.class, "sold = :v").with("v", 1).list().get(0);
                Book flat = db.query(Book.class, "sold = :v")
                        .with("v", 1)
                        .depth(0)
                        .list()
                        .get(0);
                assertThat(whole.shelf.name).isEqualTo("second");
                assertThat(flat.shelf.name).isNull();
                assertThat(flat.shelf.id).isEqualTo(whole.shelf.id);
            }
        }
    }

    static class Room {
        long id;

        @Index
        String name;
    }

    static class Rack {
        long id;
        int height;

        @Index
        Room room;
    }

    static class Volume {
        long id;
        int pages;

        @Index
        Rack rack;
    }

    static class Atlas extends Volume {
        String scale;
    }

    /** Where indexes lead along the references, search and load are one statement. */
    @OnEveryEngine
    void conditionOnReferencesIsOneStatement(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(log.source(), Model.of(Room.class, Rack.class, Volume.class))) {
            db.storeAll(volumes(Volume::new));
            for (int repetition = 0; repetition < 4; repetition++) {
                for (String name : List.of("room 0", "room 1", "none", "room 2")) {
                    Query<Volume> query = db.query(Volume.class, "rack.room.name = :name, pages < :most")
                            .with("name", name)
                            .with("most", 3);
                    log.reads();
                    List<Volume> found = query.list();
                    if (repetition > 0) { // statistics are asked for first
                        assertThat(log.reads()).hasSize(1);
                    }
                    assertThat(found)
                            .allSatisfy(
                                    volume -> assertThat(volume.rack.room.name).isEqualTo(name))
                            .allSatisfy(volume -> assertThat(volume.pages).isLessThan(3));
                    assertThat(found.stream().map(volume -> volume.id).toList())
                            .isEqualTo(Arrays.stream(query.ids()).boxed().toList())
                            .hasSize(name.equals("none") ? 0 : 6);
                }
            }
        }
    }

    /** Each class has a statement of its own. Conditions whose rows could multiply an object are searched. */
    @OnEveryEngine
    @AlsoOnTiDb("it hashes semi-joins, so the chooser takes other strategies")
    void conditionOnReferencesFindsEachObjectOnce(TestDatabase database) {
        try (Database db = database.open(Room.class, Rack.class, Volume.class, Atlas.class)) {
            List<Volume> volumes = volumes(Volume::new);
            volumes.addAll(volumes(Atlas::new));
            db.storeAll(volumes);
            for (String condition : List.of(
                    "rack.room.name = :v",
                    "rack.room.name >= :v ORDER BY id DESC",
                    "rack.room.name = :v, rack.height = 1",
                    "rack(room.name = :v, height < 2), pages >= 2",
                    "rack.room.name = :v OR pages = 1",
                    "NOT rack.room.name = :v",
                    "rack.room.name = :v LIMIT 5",
                    "rack.height = 1, pages > 0, rack.room.name <= :v",
                    "rack.room.name LIKE :v")) {
                for (int repetition = 0; repetition < 3; repetition++) {
                    for (Object value :
                            Arrays.asList("room 0", "room 2", "room%", "", null, List.of("room 0", "room 1"), 7)) {
                        assertThat(volumes(db, condition, value, true))
                                .as(condition + " with " + value)
                                .isEqualTo(volumes(db, condition, value, false));
                    }
                }
            }
        }
    }

    private static Object volumes(Database db, String condition, Object value, boolean isList) {
        try {
            Query<Volume> query = db.query(Volume.class, condition).with("v", value);
            return isList
                    ? query.list().stream().map(volume -> volume.id).toList()
                    : Arrays.stream(query.ids()).boxed().toList();
        } catch (QueryException e) {
            return e.errorCode() + " " + e.getMessage();
        }
    }

    private static List<Volume> volumes(Supplier<Volume> kind) {
        List<Volume> volumes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Room room = new Room();
            room.name = "room " + i;
            for (int k = 0; k < 2; k++) {
                Rack rack = new Rack();
                rack.height = k;
                rack.room = room;
                for (int pages = 0; pages < 5; pages++) {
                    Volume volume = kind.get();
                    volume.pages = pages;
                    volume.rack = rack;
                    volumes.add(volume);
                }
            }
        }
        volumes.add(kind.get());
        return volumes;
    }
}
