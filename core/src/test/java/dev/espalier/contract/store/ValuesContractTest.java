package dev.espalier.contract.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Values;
import dev.espalier.naive.Graphs;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.StatementLog;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.UUID;

/** Every value of every type comes back as it went in. */
@LocaleDependent
class ValuesContractTest {

    private static List<Values> all(TestDatabase database) {
        List<Values> all = new ArrayList<>(List.of(Values.nothing(), Values.least(), Values.greatest()));
        all.addAll(Values.texts());
        all.addAll(Values.numbers());
        all.addAll(Values.days());
        return Values.within(database.engine(), all);
    }

    @OnEveryEngine
    @AlsoOnTiDb("decimals, times, doubles and bytes are kept by code of its own")
    void storedValuesComeBackUnchanged(TestDatabase database) {
        List<Values> stored = all(database);
        Database db = database.open(Values.class);
        db.storeAll(stored);
        assertSame(Values.class, stored, db);
    }

    /** The types of which PostgreSQL takes whole columns, whatever the number of rows is. */
    @SuppressWarnings("unused") // the fields are read by reflection
    static class Columns {
        long id;
        boolean truth;
        short shorter;
        int number;
        long longer;
        float single;
        double real;
        char letter;
        Boolean boxedTruth;
        Short boxedShorter;
        Integer boxedNumber;
        Long boxedLonger;
        Double boxedReal;
        Character boxedLetter;
        String text;
        Values.Colour colour;
        BigDecimal decimal;
        BigInteger whole;
        LocalDate date;
        Duration duration;
        UUID uuid;
        Optional<String> maybeText;
        OptionalLong maybeLonger;
        OptionalDouble maybeReal;
        List<String> texts = new ArrayList<>();
        List<LocalDate> dates = new ArrayList<>();
    }

    private static List<Columns> columns(TestDatabase database) {
        return all(database).stream()
                .map(values -> {
                    Columns columns = new Columns();
                    copy(values, columns);
                    columns.texts = values.text == null
                            ? new ArrayList<>()
                            : new ArrayList<>(List.of(values.text, "{a,\"b\"}", "NULL", "\\", " ", "'"));
                    columns.dates = new ArrayList<>(Arrays.asList(
                            values.date,
                            null,
                            LocalDate.of(1, 1, 1),
                            LocalDate.of(1582, 10, 10),
                            LocalDate.of(2000, 2, 29),
                            LocalDate.of(9999, 12, 31)));
                    return columns;
                })
                .toList();
    }

    @OnEveryEngine
    void storedColumnsComeBackUnchanged(TestDatabase database) {
        List<Columns> stored = columns(database);
        Database db = database.open(Columns.class);
        db.storeAll(stored);
        assertSame(Columns.class, stored, db);
    }

    @OnEveryEngine(Engine.POSTGRES)
    void anyNumberOfRowsIsInsertedByOneText(TestDatabase database) {
        StatementLog log = new StatementLog(database);
        Database db = database.open(log.source(), Model.of(Columns.class));
        List<Columns> stored = columns(database);
        log.writes();
        db.storeAll(stored.subList(0, 5));
        db.storeAll(stored.subList(5, 12));
        assertThat(log.writes().stream()
                        .filter(text -> text.startsWith("INSERT INTO \"columns\" "))
                        .distinct())
                .hasSize(1);
    }

    @OnEveryEngine
    @AlsoOnTiDb("LOAD DATA reads values by code of its own")
    void bulkLoadedValuesComeBackUnchanged(TestDatabase database) {
        List<Values> stored = all(database);
        Database db = database.open(Values.class);
        try (BulkWriter bulk = db.bulkWriter()) {
            bulk.storeAll(stored);
        }
        assertSame(Values.class, stored, db);
    }

    @OnEveryEngine
    void storingLoadedValuesWritesNothing(TestDatabase database) {
        Database db = database.open(Values.class);
        db.storeAll(all(database));
        db.storeAll(db.query(Values.class, "").list());
        assertThat(database.rows("SELECT DISTINCT _version FROM " + database.quote("values")))
                .containsExactly("0");
    }

    @OnEveryEngine
    void updatedValuesComeBackUnchanged(TestDatabase database) {
        Database db = database.open(Values.class);
        Values values =
                Values.within(database.engine(), List.of(Values.least())).get(0);
        db.store(values);
        for (Values next : Values.within(
                database.engine(),
                List.of(Values.greatest(), Values.nothing(), Values.texts().get(7)))) {
            copy(next, values);
            db.store(values);
            assertThat(Graphs.difference(values, db.get(Values.class, values.id)))
                    .isNull();
        }
    }

    private static void copy(Values from, Object to) {
        dev.espalier.naive.Objects.fields(to.getClass()).stream()
                .filter(field -> !field.getName().equals("id"))
                .forEach(field -> {
                    try {
                        if (!field.getName().equals("texts") && !field.getName().equals("dates")) {
                            java.lang.reflect.Field of = Values.class.getDeclaredField(field.getName());
                            of.setAccessible(true);
                            field.set(to, of.get(from));
                        }
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    private static <T> void assertSame(Class<T> type, List<T> stored, Database db) {
        List<T> loaded = db.query(type, "").list();
        assertThat(loaded).hasSameSizeAs(stored);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < stored.size(); i++) {
            String difference = Graphs.difference(stored.get(i), loaded.get(i));
            if (difference != null) {
                differences.add(i + difference);
            }
        }
        assertThat(differences).isEmpty();
    }
}
