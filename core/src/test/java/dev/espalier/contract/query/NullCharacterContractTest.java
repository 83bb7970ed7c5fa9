package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.SearchStrategy;
import dev.espalier.internal.rql.Rql;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Texts with U+0000 are found like others, where the engine keeps them. */
class NullCharacterContractTest {

    static class Note {
        long id;
        String text;
        Note next;
        List<String> words = new ArrayList<>();
    }

    private static final List<String> TEXTS = List.of(
            "",
            "\0",
            "a",
            "ab",
            "ab\0",
            "ab\0cd",
            "\0ab",
            "cd",
            "AB\0cd",
            "ab\0CD",
            "ab\0\0",
            "ab\ncd",
            "abcd",
            "a\0b",
            "ab[\0",
            "b",
            "ab\1",
            "\ud83d\ude00\0",
            "%\0");

    private static final List<String> PATTERNS = List.of(
            "ab",
            "ab%",
            "%cd",
            "%b%",
            "_b",
            "ab_",
            "ab_cd",
            "%",
            "",
            "_",
            "ab\0cd",
            "ab\0%",
            "%\0",
            "\0%",
            "%\0%",
            "a_b",
            "\\%%",
            "ab[%",
            "__",
            "%\0\0",
            "\ud83d\ude00_");

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.TIDB})
    @AlsoOnTiDb("LIKE takes _ for a byte in rows that are read by their ids, so patterns have another collation")
    void everyOperationOnTextAgreesWithAWalkThroughAllObjects(TestDatabase database) {
        Database db = database.open(Note.class);
        List<Note> notes = new ArrayList<>();
        for (String text : TEXTS) {
            Note note = new Note();
            note.text = text;
            note.next = notes.isEmpty() ? null : notes.get(notes.size() - 1);
            note.words.add(text);
            notes.add(note);
        }
        db.storeAll(notes);
        List<String> conditions = new ArrayList<>();
        for (String place : List.of("text", "next.text", "words")) {
            for (String form : List.of(
                    " MATCH :t",
                    " MATCH :t IGNORE CASE",
                    " NOT MATCH :t",
                    " = :t",
                    " <> :t",
                    " < :t",
                    " <= :t",
                    " > :t",
                    " >= :t",
                    " IN (:t)",
                    " NOT IN (:t)")) {
                conditions.add(place + form);
            }
        }
        conditions.add("text IN ['ab'..:t] ORDER BY text");
        conditions.add("text <> :t ORDER BY text");
        conditions.add("text <> :t ORDER BY text DESC LIMIT 5");
        conditions.removeIf(condition -> !isRql(condition));
        assertThat(conditions).hasSizeGreaterThan(25);
        int asked = 0;
        for (String condition : conditions) {
            for (String given : condition.contains("MATCH") ? PATTERNS : TEXTS) {
                NaiveEvaluator naive = new NaiveEvaluator(notes, db::idOf, Map.of("t", given));
                List<Long> expected = naive.answer(Note.class, Rql.parse(condition)).stream()
                        .map(note -> note.id)
                        .toList();
                for (SearchStrategy strategy : SearchStrategy.values()) {
                    if (!Sample.has("null characters", database.engine(), ++asked)) {
                        continue;
                    }
                    List<Long> found =
                            db.query(Note.class, condition).with("t", given).strategy(strategy).list().stream()
                                    .map(note -> note.id)
                                    .toList();
                    if (condition.contains("ORDER")) {
                        assertThat(found)
                                .as("%s by %s with %s", condition, strategy, given.replace("\0", "<0>"))
                                .isEqualTo(expected);
                    } else {
                        assertThat(found)
                                .as("%s by %s with %s", condition, strategy, given.replace("\0", "<0>"))
                                .containsExactlyInAnyOrderElementsOf(expected);
                    }
                }
            }
        }
    }

    private static boolean isRql(String condition) {
        try {
            Rql.parse(condition);
            return true;
        } catch (dev.espalier.error.QueryException e) {
            return false;
        }
    }
}
