package dev.espalier.differential;
import dev.espalier.*;
import dev.espalier.testing.*;
import dev.espalier.naive.NaiveEvaluator;
import dev.espalier.rql.Rql;
import java.util.*;
class ProbeTest {
    @OnEveryEngine(Engine.SQLITE)
    void probe(TestDatabase database) {
        Random random = new Random(20261121);
        IndexLevel level = IndexLevel.values()[random.nextInt(4)];
        RandomTown town = new RandomTown(random, 12);
        Database db = database.open(Model.of(Town.CLASSES.toArray(Class<?>[]::new)), database.settings().indexes(level));
        db.storeAll(town.objects());
        NaiveEvaluator naive = new NaiveEvaluator(town.objects(), db::idOf, Map.of());
        show(db, naive, Town.Person.class, "home IS NULL");
        show(db, naive, Town.Person.class, "home.corner IS NULL");
        show(db, naive, Town.Person.class, "home.corner IS NOT NULL");
        show(db, naive, Town.Person.class, "ANY home.corner");
        show(db, naive, Town.Person.class, "home(corner is not null)");
        System.out.println(database.rows("select id, home_street, home_number, home_corner, home_corner_north, home_corner_mood from person"));
        String t="ALL partOf.spare(<Thing.partOf.spare[Tool].label is null)";
        show(db, naive, Town.Thing.class, t);
        show(db, naive, Town.Thing.class, "partOf.spare(<Thing.partOf.spare[Tool].label is null)");
        show(db, naive, Town.Tool.class, "<Thing.partOf.spare[Tool].label is null");
        show(db, naive, Town.Tool.class, "<Thing.partOf.spare.label is null");
        show(db, naive, Town.Thing.class, "ALL partOf.spare(<Thing.partOf.label is null)");
        show(db, naive, Town.Thing.class, "partOf.spare(<Thing.partOf.label is null)");
        System.out.println(db.query(Town.Thing.class, t).executor(Executor.STEPS).explain());
    }
    void show(Database db, NaiveEvaluator naive, Class<?> root, String text) {
        long[] expected = naive.answer(root, Rql.parse(text)).stream().mapToLong(db::idOf).toArray();
        System.out.println(text + "\n  naive " + Arrays.toString(expected));
        for (Executor e : Executor.values()) { long[] f = db.query(root, text).executor(e).ids(); if (!Arrays.equals(f, expected)) System.out.println("  " + e + " " + Arrays.toString(f)); }
    }
}
