package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.IndexLevel;
import dev.espalier.Model;
import dev.espalier.Query;
import dev.espalier.RowQuery;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Some engines index the beginnings of texts: 200 characters, or 255. Texts that differ behind them, or are as long, are compared to their ends. */
class TextBeginningsContractTest {

    /** By code point. */
    private static final Comparator<String> ORDER = (a, b) ->
            java.util.Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());

    record Found(String text) {}

    static class Note {
        long id;
        String text;

        static Note of(String text) {
            Note note = new Note();
            note.text = text;
            return note;
        }
    }

    /** Around both lengths, of characters that take one byte, two and four, and one unit or two. */
    private static List<String> texts() {
        List<String> texts = new ArrayList<>(List.of("", "a", "b", "c", "\ud83d\ude00"));
        for (int length : new int[] {199, 200, 201, 255, 256}) {
            for (String character : List.of("b", "\u00e4", "\ud83d\ude00")) {
                String text = character.repeat(length - 1);
                Stream.of("", character, "a", "c", "\uffee", "\ud83d\ude01")
                        .map(text::concat)
                        .forEach(texts::add);
            }
        }
        return texts.stream().distinct().toList();
    }

    @OnEveryEngine
    void textsOfAnyLengthAreComparedToTheirEnds(TestDatabase database) {
        compare(database, IndexLevel.BOTH);
    }

    @OnEveryEngine
    void textsWithoutAnIndexAreComparedToTheirEnds(TestDatabase database) {
        compare(database, IndexLevel.NONE);
    }

    private static void compare(TestDatabase database, IndexLevel level) {
        List<String> texts = texts();
        try (Database db =
                database.open(Model.of(Note.class), database.settings().indexes(level))) {
            db.storeAll(Stream.concat(texts.stream(), Stream.of((String) null))
                    .map(Note::of)
                    .toList());
            for (int i = 0; i < texts.size(); i += 2) {
                for (String value : List.of(texts.get(i), "b", texts.get(texts.size() - 1 - i))) {
                    compare(db, "text = :v", value, order -> order == 0);
                    compare(db, "text < :v", value, order -> order < 0);
                    compare(db, "text <= :v", value, order -> order <= 0);
                    compare(db, "text > :v", value, order -> order > 0);
                    compare(db, "text >= :v", value, order -> order >= 0);
                    check(db, "NOT (text >= :v)", value, text -> text == null || ORDER.compare(text, value) < 0);
                    check(db, "text != :v", value, text -> !value.equals(text));
                    check(db, "text IN (:v, 'a')", value, text -> value.equals(text) || "a".equals(text));
                    check(db, "text NOT IN (:v, 'a')", value, text -> !value.equals(text) && !"a".equals(text));
                    check(db, "text MATCH :v", value + "%", text -> text != null && text.startsWith(value));
                    check(
                            db,
                            "text MATCH :v",
                            value + "%c",
                            text -> text != null
                                    && text.startsWith(value)
                                    && text.length() > value.length()
                                    && text.endsWith("c"));
                }
            }
        }
    }

    private static void compare(Database db, String condition, String value, IntPredicate holds) {
        check(db, condition, value, text -> text != null && holds.test(ORDER.compare(text, value)));
    }

    private static void check(Database db, String condition, String value, Predicate<String> holds) {
        List<String> expected = Stream.concat(texts().stream(), Stream.of((String) null))
                .filter(holds)
                .toList();
        Query<Note> query = db.query(Note.class, condition).with("v", value);
        assertThat(query.list().stream().map(note -> note.text))
                .as("%s, %s", condition, value)
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(query.count()).as("%s, %s", condition, value).isEqualTo(expected.size());
        assertThat(query.select(Found.class, "text").list().stream().map(Found::text))
                .as("%s, %s", condition, value)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @OnEveryEngine
    void repeatedQueryTakesAnIndexThatIsBuiltLater(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        try (Database db = database.open(
                log.source(), Model.of(Note.class), database.settings().indexes(IndexLevel.NONE))) {
            db.storeAll(List.of(Note.of("a"), Note.of("b")));
            Query<Note> query = db.query(Note.class, "text = :v").with("v", "b");
            RowQuery<Found> rows = query.select(Found.class, "text");
            for (IndexLevel level : List.of(IndexLevel.NONE, IndexLevel.BOTH, IndexLevel.NONE)) {
                SchemaAdmin.of(db).indexes(level);
                for (int repetition = 0; repetition < 3; repetition++) {
                    log.reads();
                    assertThat(query.list()).hasSize(1);
                    assertThat(rows.list()).containsExactly(new Found("b"));
                    List<String> asked = log.reads();
                    boolean isIndexedByBeginning = database.engine() == Engine.POSTGRES && level == IndexLevel.BOTH;
                    assertThat(asked.stream().filter(text -> text.contains("LEFT(")))
                            .as("%s", asked)
                            .hasSize(isIndexedByBeginning ? 2 : 0);
                }
            }
        }
    }
}
