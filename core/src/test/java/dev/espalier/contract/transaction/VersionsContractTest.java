package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.error.EspalierException;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * An id and a version name one state for ever: an object's row, and the rows of its collections. Whatever keeps a state, and asks for the version alone later,
 * depends on it: dirty checking, the rows of collections that a transaction has read.
 */
@EngineIndependent
class VersionsContractTest {

    private static final int STEPS = 150;
    /** Fewer do not meet what others have left. */
    private static final int FEWEST = 50;

    private static final Integer WANTED = Integer.getInteger("espalier.edits");
    private static final Map<String, List<String>> TABLES = Map.of(
            "part",
            List.of(),
            "large_part",
            List.of(),
            "whole",
            List.of("whole_parts", "whole_numbers", "whole_named", "whole_points"));

    static class Part {
        long id;
        int number;
        Part next;
    }

    static class LargePart extends Part {
        String more;
    }

    record Point(int x, Part at) {}

    static class Whole {
        long id;
        String name;
        Part single;
        Point point;
        List<Part> parts = new ArrayList<>();
        Set<Integer> numbers = new LinkedHashSet<>();
        Map<String, Part> named = new LinkedHashMap<>();
        List<Point> points = new ArrayList<>();
    }

    /** The rows after each step, read by SQL. */
    private static final class History {
        private final TestDatabase database;
        private final Map<String, String> states = new HashMap<>();
        private final Set<Long> everSeen = new HashSet<>();
        private Set<Long> alive = Set.of();

        History(TestDatabase database) {
            this.database = database;
        }

        /** Looks at all rows, and says what contradicts what was seen before. */
        List<String> look() {
            List<String> broken = new ArrayList<>();
            Set<Long> now = new HashSet<>();
            TABLES.forEach((table, links) -> {
                Map<Long, StringBuilder> collections = new TreeMap<>();
                for (String link : links) {
                    for (String row : database.rows("SELECT * FROM " + database.quote(link) + " ORDER BY 1, 2")) {
                        collections
                                .computeIfAbsent(id(row), owner -> new StringBuilder())
                                .append(' ')
                                .append(link)
                                .append(row);
                    }
                }
                for (String row : database.rows("SELECT * FROM " + database.quote(table))) {
                    now.add(id(row));
                    String state = table + " " + row + collections.getOrDefault(id(row), new StringBuilder());
                    String before = states.putIfAbsent(
                            table + " "
                                    + String.join("|", List.of(row.split("\\|")).subList(0, 2)),
                            state);
                    if (before != null && !before.equals(state)) {
                        broken.add(before + " became " + state);
                    }
                }
            });
            now.stream()
                    .filter(id -> everSeen.contains(id) && !alive.contains(id))
                    .forEach(id -> broken.add("the id " + id + " was given again"));
            everSeen.addAll(now);
            alive = now;
            return broken;
        }

        private static long id(String row) {
            return Long.parseLong(row.substring(0, row.indexOf('|')));
        }
    }

    @OnEveryEngine
    void anIdAndAVersionNameOneStateForEver(TestDatabase database) {
        for (Seeds.Run run : Seeds.runs(
                "VersionsContractTest",
                WANTED == null ? Math.max(FEWEST, Sample.of(STEPS, database.engine())) : WANTED,
                STEPS)) {
            database.clear();
            walk(database, run);
        }
    }

    private static void walk(TestDatabase database, Seeds.Run run) {
        List<Database> programs = List.of(
                database.open(Whole.class, Part.class, LargePart.class),
                database.open(Whole.class, Part.class, LargePart.class));
        Random random = new Random(run.seed());
        History history = new History(database);
        List<Object> outdated = new ArrayList<>();
        for (int step = 0; step < run.amount(); step++) {
            Database program = programs.get(random.nextInt(2));
            int kind = random.nextInt(14);
            try {
                step(kind, database, program, programs.get(random.nextInt(2)), random, outdated);
            } catch (EspalierException refused) {
                // what is refused leaves nothing behind, and that is looked at
                assertThat(refused.code())
                        .as("step %d, seed %d", step, run.seed())
                        .isIn("stale", "unknown-version", "not-found", "target-not-found", "two-objects");
            }
            assertThat(history.look())
                    .as("step %d of kind %d, seed %d", step, kind, run.seed())
                    .isEmpty();
        }
        assertThat(history.states.size()).isGreaterThan(run.amount() / 2);
    }

    private static void step(
            int kind, TestDatabase database, Database program, Database other, Random random, List<Object> outdated) {
        switch (kind) {
            case 0, 1 -> program.store(newWhole(random));
            case 2, 3, 4 -> {
                Whole whole = any(program, random);
                edit(whole, random);
                program.store(whole);
                outdated.add(whole);
            }
            case 5 ->
                program.useTransaction(tx -> {
                    for (Whole whole :
                            tx.query(Whole.class, "").list().stream().limit(2).toList()) {
                        edit(whole, random);
                        tx.store(whole);
                        edit(whole, random);
                        tx.store(whole);
                    }
                });
            case 6 -> {
                try {
                    program.useTransaction(tx -> {
                        Whole whole = tx.query(Whole.class, "").first().orElseGet(() -> newWhole(random));
                        edit(whole, random);
                        tx.store(whole);
                        tx.store(newWhole(random));
                        tx.query(Part.class, "").first().ifPresent(tx::delete);
                        throw new UnsupportedOperationException("rolled back");
                    });
                } catch (UnsupportedOperationException rolledBack) {
                    assertThat(rolledBack).hasMessage("rolled back");
                }
            }
            case 7, 8 ->
                program.query(Part.class, "").list().stream()
                        .skip(random.nextInt(3))
                        .findFirst()
                        .ifPresent(program::delete);
            case 9 -> program.delete(any(program, random));
            case 10 -> { // two programs, one after the other, from the same state
                Whole mine = any(program, random);
                Whole theirs = other.get(Whole.class, mine.id);
                edit(mine, random);
                program.store(mine);
                if (theirs != null) {
                    edit(theirs, random);
                    other.store(theirs);
                }
            }
            case 11 -> {
                try (BulkWriter bulk = program.bulkWriter()) {
                    bulk.store(newWhole(random));
                    if (random.nextBoolean()) {
                        bulk.cancel();
                    }
                } catch (EspalierException cancelled) {
                    assertThat(cancelled.code()).isEqualTo("cancelled");
                }
            }
            case 12 -> {
                if (!outdated.isEmpty()) {
                    Object object = outdated.get(random.nextInt(outdated.size()));
                    edit((Whole) object, random);
                    program.store(object);
                }
            }
            default -> { // a row is lost, and the references to it are removed
                program.query(Part.class, "").list().stream()
                        .findFirst()
                        .ifPresent(part -> database.execute(
                                "DELETE FROM " + database.quote(part instanceof LargePart ? "large_part" : "part")
                                        + " WHERE " + database.quote("id") + " = " + part.id));
                Health.of(program).repair();
            }
        }
    }

    private static Whole any(Database program, Random random) {
        List<Whole> all =
                program.query(Whole.class, "").list().stream().limit(5).toList();
        if (all.isEmpty()) {
            Whole whole = newWhole(random);
            program.store(whole);
            return whole;
        }
        return all.get(random.nextInt(all.size()));
    }

    private static Whole newWhole(Random random) {
        Whole whole = new Whole();
        whole.name = "w" + random.nextInt(100);
        whole.single = newPart(random);
        whole.point = new Point(random.nextInt(10), random.nextBoolean() ? whole.single : null);
        for (int i = 0; i < 3; i++) {
            edit(whole, random);
        }
        return whole;
    }

    private static Part newPart(Random random) {
        Part part = random.nextBoolean() ? new Part() : new LargePart();
        part.number = random.nextInt(100);
        return part;
    }

    private static void edit(Whole whole, Random random) {
        Part part = whole.parts.isEmpty() || random.nextBoolean()
                ? newPart(random)
                : whole.parts.get(random.nextInt(whole.parts.size()));
        switch (random.nextInt(14)) {
            case 0 -> whole.name = "w" + random.nextInt(100);
            case 1 -> whole.single = random.nextBoolean() ? part : null;
            case 2 -> whole.point = random.nextBoolean() ? new Point(random.nextInt(10), part) : null;
            case 3, 4 -> whole.parts.add(random.nextInt(whole.parts.size() + 1), part);
            case 5 -> whole.parts.removeIf(one -> random.nextInt(3) == 0);
            case 6 -> Collections.shuffle(whole.parts, random);
            case 7 -> whole.numbers.add(random.nextInt(20));
            case 8 -> whole.numbers.removeIf(one -> random.nextInt(3) == 0);
            case 9 -> whole.named.put("n" + random.nextInt(4), part);
            case 10 -> whole.named.remove("n" + random.nextInt(4));
            case 11 -> whole.points.add(new Point(random.nextInt(10), part));
            case 12 -> part.next = whole.single;
            default -> part.number++;
        }
    }
}
