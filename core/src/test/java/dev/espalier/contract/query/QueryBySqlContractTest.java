package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.function.Executable;

/** SQL finds ids, and complete structures are the answer, from the same state of the database. */
class QueryBySqlContractTest {

    enum Color {
        RED,
        GREEN
    }

    static class Thing {
        long id;
        UUID code = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        LocalDate day = LocalDate.of(2026, 12, 1);
        LocalTime at = LocalTime.of(10, 15, 30);
        Instant moment = Instant.parse("2026-12-01T10:15:30.123456Z");
        BigDecimal price = new BigDecimal("12.50");
        boolean isSold = true;
        double weight = 1.5;
        long number = 5_000_000_000L;
        char letter = 'x';
        Color color = Color.GREEN;
        String text = "it's";
    }

    private static String refused(Executable call) {
        EspalierException refused = catchThrowableOfType(EspalierException.class, call::execute);
        assertThat(refused).isNotNull();
        return refused.code();
    }

    private static Database library(TestDatabase database) {
        Database db = database.open(Author.class);
        db.storeAll(List.of(
                Author.of("Austen", Book.of("Emma"), Book.of("Persuasion")),
                Author.of("Brontë", Book.of("Villette")),
                Author.of("Eliot")));
        return db;
    }

    @OnEveryEngine
    void structuresComeInTheOrderOfTheRows(TestDatabase database) {
        Database db = library(database);
        List<Author> found = db.queryBySql(
                        Author.class, "SELECT id FROM author WHERE name <> ? ORDER BY name DESC", "Brontë")
                .list();
        assertThat(found).extracting(author -> author.name).containsExactly("Eliot", "Austen");
        assertThat(found.get(1).books).extracting(book -> book.title).containsExactly("Emma", "Persuasion");
        assertThat(db.queryBySql(Author.class, "SELECT id FROM author WHERE name = ?", "nobody")
                        .list())
                .isEmpty();
        found.get(1).name = "Jane Austen";
        db.store(found.get(1));
        assertThat(db.query(Author.class, "name = 'Jane Austen'").one().books).hasSize(2);
    }

    @OnEveryEngine
    void rowsOfOneIdAreOneObject(TestDatabase database) {
        Database db = library(database);
        List<Author> found = db.queryBySql(Author.class, "SELECT owner FROM author_books ORDER BY owner, pos")
                .list();
        assertThat(found).extracting(author -> author.name).containsExactly("Austen", "Austen", "Brontë");
        assertThat(found.get(0)).isSameAs(found.get(1));
    }

    @OnEveryEngine
    void boundsAndUntrackedAndFirstAreAsInAQuery(TestDatabase database) {
        Database db = library(database);
        String sql = "SELECT id FROM author ORDER BY name";
        assertThat(db.queryBySql(Author.class, sql)
                        .bounds(bounds -> bounds.stopAt("books"))
                        .list()
                        .get(0)
                        .books)
                .hasToString("[not loaded]");
        assertThat(db.queryBySql(Author.class, sql).first().orElseThrow().name).isEqualTo("Austen");
        assertThat(db.queryBySql(Author.class, sql + " LIMIT 0").first()).isEmpty();
        Author untracked = db.queryBySql(Author.class, sql).untracked().first().orElseThrow();
        assertThat(db.versionOf(untracked)).isEmpty();
    }

    @OnEveryEngine
    void valuesAreSentAsFieldsKeepThem(TestDatabase database) {
        Database db = database.open(Thing.class);
        Thing thing = new Thing();
        db.store(thing);
        String sql = "SELECT id FROM thing WHERE code = ? AND day = ? AND " + database.quote("at")
                + " = ? AND moment = ? AND price = ? AND is_sold = ? AND weight = ? AND number = ? AND letter = ?"
                + " AND color = ? AND text = ?";
        assertThat(db.queryBySql(
                                Thing.class,
                                sql,
                                thing.code,
                                thing.day,
                                thing.at,
                                thing.moment,
                                thing.price,
                                true,
                                1.5,
                                5_000_000_000L,
                                'x',
                                Color.GREEN,
                                "it's")
                        .list())
                .hasSize(1);
        assertThat(db.queryBySql(Thing.class, "SELECT id FROM thing WHERE COALESCE(?, 'a') = 'a'", new Object[] {null})
                        .list())
                .hasSize(1);
    }

    @OnEveryEngine
    void theTransactionsWritesAreSeen(TestDatabase database) {
        Database db = library(database);
        db.useTransaction(tx -> {
            Author read = tx.query(Author.class, "name = 'Eliot'").one();
            tx.store(Author.of("Gaskell"));
            List<Author> found = tx.queryBySql(Author.class, "SELECT id FROM author ORDER BY name")
                    .list();
            assertThat(found).hasSize(4).contains(read);
            assertThat(db.queryBySql(Author.class, "SELECT id FROM author").list())
                    .hasSize(4);
        });
    }

    @OnEveryEngine
    void nodesAreFoundToo(TestDatabase database) {
        library(database).close();
        Database db = database.openCatalog();
        Node found = db.nodes()
                .queryBySql("Author", "SELECT id FROM author WHERE name = ?", "Eliot")
                .first()
                .orElseThrow();
        assertThat(found.get("name")).isEqualTo("Eliot");
    }

    @OnEveryEngine
    void answersWithoutIdsAreRefused(TestDatabase database) {
        Database db = library(database);
        assertThat(refused(() -> db.queryBySql(Author.class, "SELECT id, name FROM author")
                        .list()))
                .isEqualTo("sql-without-ids");
        assertThat(refused(() ->
                        db.queryBySql(Author.class, "SELECT name FROM author").list()))
                .isEqualTo("sql-without-ids");
        assertThat(refused(() -> db.queryBySql(Author.class, "SELECT master_id FROM author")
                        .list()))
                .isEqualTo("sql-without-ids");
        assertThat(refused(() -> db.queryBySql(Author.class, "SELECT id FROM book ORDER BY id DESC")
                        .list()))
                .isEqualTo("not-found");
        assertThat(refused(
                        () -> db.queryBySql(Author.class, "DELETE FROM author").list()))
                .isEqualTo("write-in-read");
        assertThat(refused(
                        () -> db.queryBySql(Author.class, "SELECT 1; SELECT 2").list()))
                .isEqualTo("sql-refused");
        assertThat(refused(() -> db.queryBySql(Author.class, "COMMIT").list())).isEqualTo("sql-refused");
        assertThat(refused(() -> db.queryBySql(Author.class, "SELECT id FROM author WHERE name = ?")
                        .list()))
                .isIn("database-error", "unbound-parameter");
        if (database.engine() != Engine.MARIADB) { // its driver ignores what is too many
            assertThat(refused(() -> db.queryBySql(Author.class, "SELECT id FROM author WHERE name = ?", "a", "b")
                            .list()))
                    .isIn("database-error", "unbound-parameter");
        }
        assertThat(refused(() ->
                        db.queryBySql(Author.class, "SELECT id FROM nothing").list()))
                .isIn("no-such-table", "database-error");
        assertThat(database.rows("SELECT COUNT(*) FROM author")).containsExactly("3");
    }
}
