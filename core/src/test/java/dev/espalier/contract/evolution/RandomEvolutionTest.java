package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.contract.evolution.ReferenceModel.Attribute;
import dev.espalier.contract.evolution.ReferenceModel.Item;
import dev.espalier.contract.evolution.ReferenceModel.Ref;
import dev.espalier.contract.evolution.ReferenceModel.Type;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.Engine;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Sample;
import dev.espalier.testing.Seeds;
import dev.espalier.testing.TestDatabase;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Chains of random changes: each class of a database changes five times, and after each change every object, and the answers of queries, are what a map in
 * memory says. Between the changes, a program of the former model stores and deletes objects beside one of the newer model.
 * {@code -Despalier.chains=5000 -Despalier.seed=7} runs other ones, and more.
 */
class RandomEvolutionTest {

    private static final Integer WANTED = Integer.getInteger("espalier.chains");
    /** The classes that change at once; each is a chain. */
    private static final int CLASSES = 10;

    private static final int CHANGES = 5;

    private static final List<String> TYPES = List.of(
            "int",
            "Integer",
            "long",
            "short",
            "boolean",
            "float",
            "double",
            "String",
            "LocalDate",
            "Tone",
            "Ref",
            "List<Ref>",
            "List<String>",
            "Set<String>",
            "List<Integer>");
    private static final Map<String, List<String>> WIDER = Map.of(
            "int",
            List.of("long", "Integer"),
            "short",
            List.of("int", "long"),
            "float",
            List.of("double"),
            "long",
            List.of("Long"),
            "Integer",
            List.of("Long"));
    private static final Map<String, List<String>> OTHERS = new TreeMap<>(Map.of(
            "int",
            List.of("String", "short"),
            "Integer",
            List.of("int", "String"),
            "long",
            List.of("int", "String"),
            "Long",
            List.of("long"),
            "String",
            List.of("int", "long"),
            "boolean",
            List.of("String"),
            "Ref",
            List.of("List<Ref>"),
            "List<Ref>",
            List.of("Ref"),
            "List<String>",
            List.of("Set<String>"),
            "List<Integer>",
            List.of("List<String>")));

    static {
        OTHERS.putAll(Map.of(
                "LocalDate", List.of("String"), "Tone", List.of("String"), "Set<String>", List.of("List<String>")));
    }

    @OnEveryEngine
    void objectsHoldWhatAMapInMemorySays(TestDatabase database) {
        int usual = Sample.of(database.engine() == Engine.SQLITE ? 20 : 2, database.engine());
        int databases = WANTED == null ? usual : Math.max(1, WANTED / CLASSES);
        for (Seeds.Run run : Seeds.runs("RandomEvolutionTest", databases, 1)) {
            for (int i = 0; i < run.amount(); i++) {
                try {
                    new Chains(database, run.random(i)).run();
                } catch (RuntimeException | Error e) {
                    throw new AssertionError(
                            "-Dtest=RandomEvolutionTest -Despalier.engines="
                                    + database.engine().name().toLowerCase(java.util.Locale.ROOT) + " -Despalier.seed="
                                    + (run.seed() + i) + " -Despalier.chains=1",
                            e);
                }
                database.clear();
            }
        }
    }

    /** The chains of one database. */
    private static final class Chains {

        private final TestDatabase database;
        private final Random random;
        private final Settings settings;
        private final ReferenceModel model = new ReferenceModel();
        private final List<String> log = new ArrayList<>();
        private int names;
        /** Whether a program of the former model can go on. */
        private boolean isAdditive;

        Chains(TestDatabase database, Random random) {
            this.database = database;
            this.random = random;
            this.settings = database.settings().schema(SchemaMode.APPLY);
        }

        void run() {
            try {
                for (int i = 0; i < CLASSES; i++) {
                    Type type = new Type();
                    type.name = "C" + i;
                    model.types.add(type);
                }
                model.types.forEach(type -> {
                    for (int i = 0; i < 3; i++) {
                        type.own.add(attribute());
                    }
                });
                try (Database db = Database.open(database.url(), model.draft().toModel(), settings)) {
                    store(db, CLASSES * 4);
                }
                for (int i = 0; i < CHANGES; i++) {
                    step();
                }
            } catch (RuntimeException | Error e) {
                throw new AssertionError(String.join("\n", log.subList(Math.max(0, log.size() - 60), log.size())), e);
            }
        }

        private void step() {
            ModelDraft former = model.draft();
            Map<Type, List<Attribute>> formerAttributes = new HashMap<>();
            Map<Attribute, String> formerNames = new HashMap<>();
            Map<Attribute, String> formerTypes = new HashMap<>();
            Map<Type, String> formerClasses = new HashMap<>();
            model.types.forEach(type -> {
                formerAttributes.put(type, type.attributes());
                formerClasses.put(type, type.name);
                type.attributes().forEach(attribute -> {
                    formerNames.put(attribute, attribute.name);
                    formerTypes.put(attribute, attribute.type);
                });
            });
            isAdditive = true;
            forget();
            for (Type type : List.copyOf(model.types)) {
                change(type);
            }
            model.complete();
            log.add("-- open " + model.draft().classes());
            try (Database db = Database.open(database.url(), model.draft().toModel(), settings)) {
                check(db);
                store(db, 6);
                if (isAdditive) {
                    try (Database older = Database.open(database.url(), former.toModel(), database.settings())) {
                        for (int i = 0; i < 6; i++) {
                            beside(older, formerClasses, formerAttributes, formerNames, formerTypes);
                        }
                    }
                }
                check(db);
                assertThat(Health.of(db).verify().findings()).isEmpty();
            }
        }

        /** Most answers may go from the source when they were given once. */
        private void forget() {
            for (Type type : model.types) {
                type.was = random.nextBoolean() ? type.was : null;
                type.own.forEach(attribute ->
                        attribute.was = attribute.was == null || attribute.was.isEmpty() || random.nextBoolean()
                                ? null
                                : attribute.was);
            }
        }

        // ---- changes

        private void change(Type type) {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> add(type);
                case 3 -> delete(type);
                case 4 -> rename(type);
                case 5 -> retype(type, WIDER, true);
                case 6, 7, 8 -> retype(type, OTHERS, false);
                case 9 -> renameClass(type);
                case 10 -> subclass(type);
                default -> move(type);
            }
            Collections.shuffle(type.own, random);
        }

        private Attribute attribute() {
            Attribute attribute = new Attribute();
            attribute.name = "a" + names++;
            attribute.type = TYPES.get(random.nextInt(TYPES.size()));
            attribute.target =
                    attribute.type.contains("Ref") ? model.types.get(random.nextInt(model.types.size())) : null;
            return attribute;
        }

        private void add(Type type) {
            Attribute attribute = attribute();
            attribute.was = List.of();
            type.own.add(attribute);
            log.add("add " + type + "." + attribute);
        }

        private void delete(Type type) {
            if (type.own.size() > 1) {
                log.add("delete " + type + "." + type.own.remove(random.nextInt(type.own.size())));
            }
        }

        private void rename(Type type) {
            List<Attribute> possible =
                    type.own.stream().filter(attribute -> !attribute.isFixed).toList();
            if (!possible.isEmpty()) {
                Attribute attribute = possible.get(random.nextInt(possible.size()));
                attribute.was = List.of(attribute.name);
                attribute.name = "r" + names++;
                log.add("rename " + type + "." + attribute + " was " + attribute.was);
            }
        }

        private void renameClass(Type type) {
            type.was = List.of(type.name);
            type.name = "N" + names++;
            log.add("class " + type + " was " + type.was);
        }

        private void subclass(Type above) {
            if (above.above == null) {
                Type type = new Type();
                type.name = "S" + names++;
                type.above = above;
                type.was = List.of();
                type.own.add(attribute());
                model.types.add(type);
                log.add("class " + type + " extends " + above + " " + type.own);
            }
        }

        /** An attribute moves to the class above, or to the one below: objects of other classes below do not have it any more. */
        private void move(Type type) {
            if (type.above != null && !type.own.isEmpty() && !type.own.get(0).isCollection()) {
                Attribute attribute = type.own.remove(0);
                attribute.was = List.of(attribute.name);
                type.above.own.add(attribute);
                log.add("move up " + type + "." + attribute);
            } else if (type.above == null
                    && type.own.size() > 1
                    && !type.own.get(0).isCollection()) {
                Type below = model.types.stream()
                        .filter(other -> other.above == type)
                        .findFirst()
                        .orElse(null);
                if (below != null) {
                    Attribute attribute = type.own.remove(0);
                    below.own.add(attribute);
                    attribute.isFixed = true; // the class above keeps it, unseen, and shows it again when it moves up
                    isAdditive = false;
                    log.add("move down " + type + "." + attribute);
                }
            }
        }

        private void retype(Type type, Map<String, List<String>> types, boolean widens) {
            List<Attribute> possible = type.own.stream()
                    .filter(attribute -> types.containsKey(attribute.type) && !attribute.isFixed)
                    .toList();
            if (possible.isEmpty()) {
                return;
            }
            Attribute attribute = possible.get(random.nextInt(possible.size()));
            String from = attribute.type;
            List<String> tos = types.get(from).stream()
                    .filter(to -> !attribute.narrower.contains(to))
                    .toList();
            if (tos.isEmpty()) {
                return; // a program with that type counts as an older one
            }
            List<String> wasBefore = attribute.was;
            String nameBefore = attribute.name;
            attribute.type = tos.get(random.nextInt(tos.size()));
            log.add((widens ? "widen " : "convert ") + type + "." + attribute.name + ": " + from + " to "
                    + attribute.type);
            if (widens) {
                attribute.narrower.add(from);
                // The former program asks for a conversion to its type.
                isAdditive &= wasBefore == null || !wasBefore.contains(nameBefore);
                if (attribute.isConverted) {
                    attribute.was = List.of(attribute.name); // it may have been of this type before
                }
                return;
            }
            Map<Item, Object> converted = new HashMap<>();
            for (Item item : model.items.values()) {
                if (item.type.isOf(type)) {
                    Attribute before = new Attribute();
                    before.type = from;
                    converted.put(
                            item,
                            ReferenceModel.converted(
                                    item.values.getOrDefault(attribute, ReferenceModel.nothing(before)),
                                    from,
                                    attribute.type,
                                    attribute.isPrimitive()));
                }
            }
            attribute.was = List.of(attribute.name);
            if (random.nextBoolean()) {
                attribute.name = "c" + names++;
            }
            adviceIsFollowed(attribute);
            long failing = converted.values().stream()
                    .filter(value -> value == ReferenceModel.NONE)
                    .count();
            if (failing == 0) {
                attribute.narrower.clear();
                attribute.isConverted = true;
                converted.forEach((item, value) -> item.values.put(attribute, value));
                isAdditive = false;
                return;
            }
            String name = attribute.name;
            try {
                Database.open(database.url(), model.draft().toModel(), settings).close();
                throw new AssertionError(type + "." + attribute + ": converted values without counterpart");
            } catch (EspalierException e) {
                assertThat(e.code()).as(e.getMessage()).isEqualTo("migration");
                assertThat(Pattern.compile("\\." + name + "(?: from [^:]*| \\([^)]*\\))?: ([0-9]+) object")
                                .matcher(e.getMessage())
                                .results()
                                .mapToLong(found -> Long.parseLong(found.group(1)))
                                .sum())
                        .as(e.getMessage())
                        .isEqualTo(failing); // a line for each class below
            }
            log.add("refused");
            attribute.type = from;
            attribute.was = wasBefore;
            attribute.name = nameBefore;
        }

        /** An attribute that had this type before it was converted cannot be distinguished from that of an older program: the message says what to write. */
        private void adviceIsFollowed(Attribute attribute) {
            try {
                SchemaAdmin.at(database.url(), settings).plan(model.draft().toModel());
            } catch (EspalierException e) {
                assertThat(e.code()).as(e.getMessage()).isEqualTo("model-mismatch");
                MatchResult advice = Pattern.compile(
                                "\\." + attribute.name + " was converted .* write was: \\[(.*)\\] on it")
                        .matcher(e.getMessage())
                        .results()
                        .findFirst()
                        .orElseThrow(() -> e);
                attribute.was = List.of(advice.group(1).split(", "));
                log.add("advice: was " + attribute.was);
            }
        }

        // ---- objects

        private void store(Database db, int count) {
            for (int i = 0; i < count; i++) {
                List<Long> ids = List.copyOf(model.items.keySet());
                boolean isNew = ids.size() < 20 || random.nextInt(3) == 0;
                long old = isNew ? 0 : ids.get(random.nextInt(ids.size()));
                Type type = isNew ? model.types.get(random.nextInt(model.types.size())) : model.items.get(old).type;
                if (!isNew && random.nextInt(5) == 0) {
                    db.delete(db.nodes().get(type.name, old));
                    model.delete(old);
                    log.add("delete object " + old);
                    continue;
                }
                Node node = isNew ? db.nodes().newNode(type.name) : db.nodes().get(type.name, old);
                Item item = isNew ? new Item(type) : model.items.get(old);
                for (Attribute attribute : type.attributes()) {
                    if (isNew || random.nextInt(3) == 0) {
                        Object value = value(attribute.type, attribute.target);
                        node.set(
                                attribute.name,
                                given(
                                        db,
                                        value,
                                        attribute.type,
                                        attribute.target == null ? null : attribute.target.name));
                        item.values.put(attribute, value);
                    }
                }
                db.store(node);
                model.items.put(node.id(), item);
                log.add("store " + node + " " + item.values);
            }
        }

        /** A program of the former model stores or deletes an object. */
        private void beside(
                Database older,
                Map<Type, String> classes,
                Map<Type, List<Attribute>> attributes,
                Map<Attribute, String> called,
                Map<Attribute, String> types) {
            List<Long> ids = model.items.keySet().stream()
                    .filter(id -> classes.containsKey(model.items.get(id).type))
                    .toList();
            boolean isNew = ids.isEmpty() || random.nextInt(3) == 0;
            long old = isNew ? 0 : ids.get(random.nextInt(ids.size()));
            List<Type> known = model.types.stream().filter(classes::containsKey).toList();
            Type type = isNew ? known.get(random.nextInt(known.size())) : model.items.get(old).type;
            Node node;
            try {
                node = isNew
                        ? older.nodes().newNode(classes.get(type))
                        : older.nodes().get(classes.get(type), old);
            } catch (EspalierException e) {
                assertThat(e.code()).as(e.getMessage()).isEqualTo("unreadable-value"); // a wider value is there already
                return;
            }
            if (!isNew && random.nextInt(4) == 0) {
                older.delete(node);
                model.delete(old);
                log.add("older: delete object " + old);
                return;
            }
            Item item = isNew ? new Item(type) : model.items.get(old);
            for (Attribute attribute : attributes.get(type)) {
                if (random.nextBoolean()) {
                    Object value = value(types.get(attribute), attribute.target, known);
                    node.set(
                            called.get(attribute),
                            given(
                                    older,
                                    value,
                                    types.get(attribute),
                                    attribute.target == null ? null : classes.get(attribute.target)));
                    item.values.put(attribute, value);
                } else if (isNew) {
                    Attribute before = new Attribute();
                    before.type = types.get(attribute);
                    item.values.put(attribute, ReferenceModel.nothing(before));
                }
            }
            older.store(node);
            model.items.put(node.id(), item);
            model.complete();
            log.add("older: store " + node + " " + item.values);
        }

        private Object value(String type, Type target) {
            return value(type, target, model.types);
        }

        /** @param known the classes whose objects the program can see */
        private Object value(String type, Type target, List<Type> known) {
            if (type.startsWith("List") || type.startsWith("Set")) {
                String member = type.substring(type.indexOf('<') + 1, type.length() - 1);
                List<Object> members = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    Object one = value(member, target, known);
                    if (one != null && (type.startsWith("List") || !members.contains(one))) {
                        members.add(one);
                    }
                }
                return members;
            }
            if (random.nextInt(5) == 0 && !Character.isLowerCase(type.charAt(0))) {
                return null;
            }
            return switch (type) {
                case "short" -> (long) (short) random.nextInt();
                case "int", "Integer" -> random.nextBoolean() ? random.nextInt(10) : (long) random.nextInt();
                case "long", "Long" -> random.nextBoolean() ? random.nextInt(10) : random.nextLong();
                case "float" -> (double) random.nextInt(1000) / 4;
                case "double" -> (double) random.nextInt(1000) / 8;
                case "boolean" -> random.nextBoolean();
                case "LocalDate" -> LocalDate.of(2026, 1, 1).plusDays(random.nextInt(500));
                case "Tone" -> List.of("LOW", "LOUD", "MUTE").get(random.nextInt(3));
                case "Ref" -> {
                    List<Long> ids = model.items.keySet().stream()
                            .filter(id ->
                                    model.items.get(id).type.isOf(target) && known.contains(model.items.get(id).type))
                            .toList();
                    yield ids.isEmpty() ? null : new Ref(ids.get(random.nextInt(ids.size())));
                }
                default -> random.nextInt(6) > 0 ? String.valueOf(random.nextInt(5)) : "t" + random.nextInt(5);
            };
        }

        /** A value as a node takes it. */
        private static Object given(Database db, Object value, String type, String target) {
            if (value instanceof List<?> members) {
                List<Object> given = new ArrayList<>();
                members.forEach(member -> given.add(given(db, member, type, target)));
                return given;
            }
            return value instanceof Ref ref
                    ? db.nodes().get(target, ref.id(), bounds -> bounds.depth(0))
                    : type.equals("float") && value != null ? (Object) ((Double) value).floatValue() : value;
        }

        private void check(Database db) {
            Map<Long, Map<String, Object>> found = new TreeMap<>();
            for (Type type :
                    model.types.stream().filter(one -> one.above == null).toList()) {
                db.nodes()
                        .query(type.name, "")
                        .depth(1)
                        .list()
                        .forEach(node -> found.put(node.id(), ReferenceModel.held(node)));
            }
            Map<Long, Map<String, Object>> expected = new TreeMap<>();
            model.items.forEach((id, item) -> expected.put(id, ReferenceModel.expected(item)));
            assertThat(found.keySet()).isEqualTo(expected.keySet());
            expected.forEach(
                    (id, values) -> assertThat(found.get(id)).as("object " + id).isEqualTo(values));
            for (Type type : model.types) {
                for (Attribute attribute : type.attributes()) {
                    if (!attribute.isCollection() && !attribute.type.equals("Tone") && !attribute.type.equals("Ref")) {
                        Object value = value(attribute.type, null);
                        long equal = model.items.values().stream()
                                .filter(item -> item.type.isOf(type)
                                        && value != null
                                        && value.equals(
                                                item.values.getOrDefault(attribute, ReferenceModel.nothing(attribute))))
                                .count();
                        assertThat(db.nodes()
                                        .query(type.name, attribute.name + " = :value")
                                        .with("value", value)
                                        .count())
                                .as(type + "." + attribute + " = " + value)
                                .isEqualTo(equal);
                    }
                }
            }
        }
    }
}
