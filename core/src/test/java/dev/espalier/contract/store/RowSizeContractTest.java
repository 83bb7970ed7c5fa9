package dev.espalier.contract.store;

import static dev.espalier.testing.Engine.DUCKDB;
import static dev.espalier.testing.Engine.H2;
import static dev.espalier.testing.Engine.MARIADB;
import static dev.espalier.testing.Engine.MYSQL;
import static dev.espalier.testing.Engine.POSTGRES;
import static dev.espalier.testing.Engine.TIDB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.error.EspalierException;
import dev.espalier.error.SchemaException;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The largest class of which an engine takes the row is kept; a larger one is refused by its name and its fields, and nothing is changed. */
public class RowSizeContractTest {

    private static final Map<Engine, String> COLUMNS =
            Map.of(MYSQL, "1,017", MARIADB, "1,017", POSTGRES, "1,600", Engine.SQLITE, "2,000");

    // ---- columns

    /** TiDB's maximum is a setting, DuckDB has none, and H2's, 16,384, is beyond what a test has time for. */
    @OnEveryEngine(except = {TIDB, DUCKDB, H2})
    void columnsAreTakenUpToTheMaximum(TestDatabase database) {
        int most = Integer.parseInt(COLUMNS.get(database.engine()).replace(",", ""));
        List<AttributeDraft> fields = fields("flag", "boolean", most - 2);
        SchemaException refused = refused(database, with(fields, field("last", "Place")));
        assertThat(refused)
                .hasMessageContaining("class Wide: found " + String.format(Locale.ROOT, "%,d", most + 4)
                        + " columns in the table wide")
                .hasMessageContaining("expected at most " + COLUMNS.get(database.engine()) + ", as ")
                .hasMessageContaining(
                        "The most have last (4), flag0 (1), flag1 (1). Move fields to a class of their own");
        keepsOneOf(database, fields);
        assertThat(refused(database, with(fields, field("last", "boolean"))))
                .hasMessageContaining("found " + String.format(Locale.ROOT, "%,d", most + 1));
        keepsOneOf(database, fields);
    }

    // ---- bytes

    /** 12 bytes of id and version, 1,022 of each enum, 8 of each long, and a bit for each column that may be null. */
    public static List<AttributeDraft> bytes(int booleans) {
        return with(
                with(fields("kind", "Kind", 63), fields("size", "long", 141).toArray(AttributeDraft[]::new)),
                fields("flag", "boolean", booleans).toArray(AttributeDraft[]::new));
    }

    @OnEveryEngine({MYSQL, MARIADB})
    void bytesAreTakenUpToTheMaximum(TestDatabase database) {
        assertThat(refused(database, bytes(2)))
                .hasMessageContaining(
                        "class Wide: found 65,536 bytes in a row of the table wide; expected at most 65,535, as ")
                .hasMessageContaining("The most have kind0 (1,022), kind1 (1,022), kind2 (1,022).")
                .hasMessageContaining("in place of an enum too, takes 12 bytes");
        assertThat(
                        database.rows(
                                "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'wide'"))
                .isEmpty();
        keepsOneOf(database, bytes(1));
        assertThat(refused(database, bytes(2))).hasMessageContaining("found 65,536 bytes");
        keepsOneOf(database, bytes(1));
    }

    @OnEveryEngine({MYSQL, MARIADB})
    void theLargestFieldsAreNamedWithAllTheirColumns(TestDatabase database) {
        assertThat(refused(
                        database,
                        with(
                                fields("kind", "Kind", 62),
                                field("code", "String").withUnique(),
                                field("place", "Place"))))
                .hasMessageContaining("The most have place (3,067), code (2,402), kind0 (1,022).");
    }

    @OnEveryEngine({MYSQL, MARIADB})
    void membersOfACollectionAreRefusedByItsName(TestDatabase database) {
        ModelDraft draft = ModelDraft.of(
                List.of(ClassDraft.of("Wide", field("parts", "List<Part>"))),
                List.of(RecordDraft.of("Part", fields("kind", "Kind", 65).toArray(AttributeDraft[]::new))),
                List.of(EnumDraft.of("Kind", "A")));
        SchemaException refused = catchThrowableOfType(
                SchemaException.class,
                () -> database.open(draft.toModel(), database.settings()).close());
        assertThat(refused)
                .hasMessageContaining("list Wide.parts: found 66,")
                .hasMessageContaining("The most have kind0 (1,022), ");
    }

    // ---- what only the engine knows

    /** InnoDB keeps a part of each text in the page of the row: MySQL 9.7 has room for 196, MariaDB 11.4 for 383. */
    @OnEveryEngine({MYSQL, MARIADB})
    void aRowThatDoesNotFitAPageIsRefusedByName(TestDatabase database) {
        List<AttributeDraft> texts = fields("text", "String", 400);
        SchemaException refused = refused(database, texts);
        assertThat(refused)
                .hasMessageContaining("class Wide: found 402 columns in the table wide, of which ")
                .hasMessageContaining("says: ")
                .hasMessageContaining("8126");
        keepsOneOf(database, texts.subList(0, 150));
        assertThat(refused(database, texts)).hasMessageContaining("class Wide: found 402 columns");
        assertThat(database.rows("SELECT name FROM espalier_meta WHERE state = 'next'"))
                .isEmpty();
        assertThat(
                        database.rows(
                                "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'wide'"))
                .containsExactly("152");
        keepsOneOf(database, texts.subList(0, 150));
    }

    /** With innodb_strict_mode off the server makes such a table, and refuses the first long row. On MySQL a right is needed to turn it off. */
    @OnEveryEngine(MARIADB)
    void noTableIsMadeBySessionsThatAreNotStrict(TestDatabase database) {
        String url =
                database.url() + (database.url().contains("?") ? "&" : "?") + "sessionVariables=innodb_strict_mode=0";
        Model texts = Model.of(Note.class);
        EspalierException refused = catchThrowableOfType(EspalierException.class, () -> database.open(texts, url));
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo("server-setting");
        assertThat(refused).hasMessageContaining("found innodb_strict_mode = '0', expected 1");
        assertThat(database.rows("SHOW TABLES")).isEmpty();
        database.open(Note.class).close();
        try (Database db = database.open(texts, url)) {
            db.store(new Note());
            assertThat(db.query(Note.class, "").count()).isOne();
        }
    }

    static class Note {
        long id;
        String text;
    }

    /** PostgreSQL counts columns that were dropped. */
    @OnEveryEngine(POSTGRES)
    void aColumnBeyondDroppedOnesIsRefusedByName(TestDatabase database) {
        List<AttributeDraft> fields = fields("flag", "boolean", 98);
        keepsOneOf(database, fields);
        database.execute(changes(1_500, "ADD COLUMN passing%d boolean"), changes(1_500, "DROP COLUMN passing%d"));
        assertThat(refused(database, with(fields, field("last", "boolean"))))
                .hasMessageContaining("class Wide: found 101 columns in the table wide, of which PostgreSQL says: ");
        keepsOneOf(database, fields);
    }

    /** One statement that changes so many columns. */
    private static String changes(int count, String change) {
        return IntStream.range(0, count)
                .mapToObj(change::formatted)
                .collect(Collectors.joining(", ", "ALTER TABLE wide ", ""));
    }

    // ---- models

    private static AttributeDraft field(String name, String type) {
        return AttributeDraft.of(name, type);
    }

    private static List<AttributeDraft> fields(String name, String type, int count) {
        return IntStream.range(0, count).mapToObj(i -> field(name + i, type)).toList();
    }

    private static List<AttributeDraft> with(List<AttributeDraft> fields, AttributeDraft... more) {
        return Stream.concat(fields.stream(), Stream.of(more)).toList();
    }

    private static Database open(TestDatabase database, List<AttributeDraft> fields) {
        ModelDraft draft = ModelDraft.of(
                List.of(ClassDraft.of("Wide", fields.toArray(AttributeDraft[]::new))),
                List.of(RecordDraft.of("Place", field("a", "Kind"), field("b", "Kind"), field("c", "Kind"))),
                List.of(EnumDraft.of("Kind", "A")));
        return database.open(draft.toModel(), database.settings().indexes(IndexLevel.NONE));
    }

    private static SchemaException refused(TestDatabase database, List<AttributeDraft> fields) {
        SchemaException refused = catchThrowableOfType(
                SchemaException.class, () -> open(database, fields).close());
        assertThat(refused.code()).isEqualTo("row-too-large");
        return refused;
    }

    public static void keepsOneOf(TestDatabase database, List<AttributeDraft> fields) {
        try (Database db = open(database, fields)) {
            Node wide = db.nodes().newNode("Wide");
            db.store(wide);
            assertThat(db.nodes().query("Wide", "").list()).isNotEmpty();
            // the check of a thousand columns is too deep an expression for SQLite, and takes PostgreSQL a minute
            if (database.engine() != Engine.SQLITE && database.engine() != POSTGRES) {
                assertThat(Health.of(db).verify()).hasToString("clean");
            }
        }
    }
}
