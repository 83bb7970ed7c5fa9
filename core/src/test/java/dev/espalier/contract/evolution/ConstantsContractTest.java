package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.annotation.Was;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.EnumDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.evolution.StoredEnum;
import dev.espalier.internal.lease.PausedLease;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Enum constants have permanent numbers: they are renamed by an answer, and dropped by a finish only. */
@EngineIndependent
@LocaleDependent
class ConstantsContractTest {

    static class V1 {
        static class Order {
            long id;
            Status status;
            List<Mark> marks = new ArrayList<>();
        }

        record Mark(String text, Status status) {}

        enum Status {
            NEW,
            PAID,
            SENT
        }
    }

    static class V2 {
        @Was("Order")
        static class Order {
            long id;
            Status status;
            List<Mark> marks = new ArrayList<>();
        }

        record Mark(String text, Status status) {}

        enum Status {
            NEW,
            @Was("PAID")
            SETTLED,
            SENT,
            LOST
        }
    }

    static class V3 {
        @Was("Order")
        static class Order {
            long id;
            Status status;
            List<Mark> marks = new ArrayList<>();
        }

        record Mark(String text, Status status) {}

        enum Status {
            NEW,
            SENT,
            LATE
        }
    }

    static class V4 {
        @Was("Order")
        static class Order {
            long id;
            Status status;
            List<Mark> marks = new ArrayList<>();
        }

        record Mark(String text, Status status) {}

        enum Status {
            NEW,
            SENT,
            @Was({})
            LATE
        }
    }

    static class V5 {
        @Was("Order")
        static class Order {
            long id;
            Status status;
            List<Mark> marks = new ArrayList<>();
        }

        record Mark(String text, Status status) {}

        enum Status {
            NEW,
            SETTLED,
            SENT
        }
    }

    private static final Model OLD = Model.of(V1.Order.class);

    private static V1.Order order(V1.Status status, V1.Status... marks) {
        V1.Order order = new V1.Order();
        order.status = status;
        for (V1.Status mark : marks) {
            order.marks.add(new V1.Mark("m", mark));
        }
        return order;
    }

    /** The numbers of the constants of all versions of one enum: in these tests each version has a name of its own in Java. */
    private static Map<String, Integer> numbers(TestDatabase database, Class<?> type) {
        return SchemaAdmin.at(database.url(), database.settings()).enums().stream()
                .filter(stored -> stored.name().equals(type.getCanonicalName()))
                .flatMap(stored -> stored.constants().stream())
                .collect(Collectors.toMap(
                        StoredEnum.Constant::name, StoredEnum.Constant::number, (a, b) -> a, LinkedHashMap::new));
    }

    // ---- one enum, by drafts: classes of one name cannot have two versions in one test

    private static ModelDraft draft(EnumDraft type) {
        return ModelDraft.of(
                List.of(dev.espalier.evolution.ClassDraft.of(
                        "Order", AttributeDraft.of("status", "Status"), AttributeDraft.of("marks", "List<Status>"))),
                List.of(),
                List.of(type));
    }

    private static EnumDraft status(Map<String, String> formerNames, String... constants) {
        return new EnumDraft("Status", "shop.Status", List.of(constants), formerNames);
    }

    private static Database open(TestDatabase database, EnumDraft type) {
        return database.open(draft(type).toModel(), database.settings());
    }

    private static List<String> constants(TestDatabase database) {
        return SchemaAdmin.at(database.url(), database.settings()).enums().get(0).constants().stream()
                .map(StoredEnum.Constant::toString)
                .toList();
    }

    @OnEveryEngine
    void aConstantKeepsItsNumberWhateverItsName(TestDatabase database) {
        try (Database db = open(database, status(Map.of(), "NEW", "PAID", "SENT"))) {
            db.store(db.nodes().newNode("Order").set("status", "PAID").set("marks", List.of("NEW", "PAID")));
        }
        List<String> first = constants(database);
        assertThat(first).hasSize(3).allSatisfy(constant -> assertThat(constant).matches("#\\d+ [A-Z]+"));
        try (Database db = open(database, status(Map.of("SETTLED", "PAID"), "LOST", "NEW", "SETTLED", "SENT"))) {
            assertThat(db.nodes()
                            .query("Order", "status = 'SETTLED', marks = 'SETTLED'")
                            .one()
                            .get("status"))
                    .isEqualTo("SETTLED");
            assertThat(db.nodes()
                            .query("Order", "status MATCH 'SETT%', marks MATCH 'settled' IGNORE CASE")
                            .count())
                    .isEqualTo(1);
            assertThat(db.nodes().query("Order", "status MATCH 'P%'").count()).isZero();
            assertThat(db.nodes()
                            .query("Order", "status NOT MATCH 'PAID', marks NOT MATCH '%T%'")
                            .count())
                    .isEqualTo(1);
        }
        List<String> second = constants(database);
        assertThat(second).hasSize(4).contains(first.get(0), first.get(1) + " (SETTLED)", first.get(2));
        // The name is known, and the answer is asked for again rather than forgotten.
        refused(
                () -> open(database, status(Map.of(), "LOST", "NEW", "SETTLED", "SENT")),
                "renamed",
                "the constant SETTLED of Status is stored as PAID");
        // An older program goes on.
        try (Database db = open(database, status(Map.of(), "NEW", "PAID", "SENT"))) {
            assertThat(db.nodes().query("Order", "status = 'PAID'").count()).isEqualTo(1);
        }
        assertThat(constants(database)).isEqualTo(second);
    }

    @OnEveryEngine
    void aConstantThatMayHaveBeenRenamedIsAskedFor(TestDatabase database) {
        try (Database db = open(database, status(Map.of(), "NEW", "PAID", "SENT"))) {
            db.store(db.nodes().newNode("Order").set("status", "NEW").set("marks", List.of("SENT", "PAID")));
        }
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
        refused(
                () -> open(database, status(Map.of(), "NEW", "SETTLED", "SENT")),
                "renamed",
                "the constant SETTLED of Status is new, and objects have PAID",
                "was: [PAID]");
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
        open(database, status(Map.of("SETTLED", "SETTLED"), "NEW", "SETTLED", "SENT"))
                .close();
        assertThat(constants(database)).hasSize(4);
        // No object has the constant: nobody has to answer.
        open(database, status(Map.of(), "NEW", "SETTLED", "PAID", "SENT", "LOST"))
                .close();
        open(database, status(Map.of(), "NEW", "SETTLED", "PAID", "SENT", "LATE"))
                .close();
    }

    @OnEveryEngine
    void aDroppedConstantIsNeverGivenAgain(TestDatabase database) {
        try (Database db = open(database, status(Map.of(), "NEW", "PAID", "SENT"))) {
            for (int i = 0; i < 7; i++) {
                db.store(db.nodes().newNode("Order").set("status", "PAID").set("marks", List.of("SENT", "PAID")));
            }
        }
        Model without = draft(status(Map.of(), "NEW", "SENT")).toModel();
        database.open(without, database.settings()).close();
        refused(
                () -> SchemaAdmin.at(database.url(), database.settings()).forceFinish(without),
                "still-used",
                "7 rows, of the objects 1, 2, 3, 4, 5 and others, have in order.status",
                "order_marks.value",
                "PAID");
        try (Database db = open(database, status(Map.of(), "NEW", "PAID", "SENT"))) {
            db.nodes()
                    .query("Order", "")
                    .list()
                    .forEach(order -> db.store(order.set("status", "NEW").set("marks", List.of())));
        }
        int paid = SchemaAdmin.at(database.url(), database.settings())
                .enums()
                .get(0)
                .constants()
                .get(1)
                .number();
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .finish(without)
                        .steps())
                .singleElement()
                .satisfies(step -> assertThat(step.description()).isEqualTo("forget the constant PAID"));
        assertThat(constants(database)).hasSize(2);
        refused(
                () -> open(database, status(Map.of(), "NEW", "PAID", "SENT")),
                "dropped",
                "the constant PAID of Status, dropped at 2");
        try (Database db = open(database, status(Map.of("PAID", "PAID"), "NEW", "PAID", "SENT"))) {
            db.store(db.nodes().newNode("Order").set("status", "PAID"));
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .enums()
                        .get(0)
                        .constants())
                .filteredOn(constant -> constant.name().equals("PAID"))
                .singleElement()
                .satisfies(constant -> assertThat(constant.number()).isGreaterThan(paid));
    }

    @OnEveryEngine
    void aProgramThatHasTheDatabaseOpenKeepsItsConstants(TestDatabase database) throws Exception {
        Model without = draft(status(Map.of(), "NEW")).toModel();
        try (Database older = open(database, status(Map.of(), "NEW", "PAID"))) {
            database.open(without, database.settings()).close();
            PausedLease.renew(older);
            refused(
                    () -> SchemaAdmin.at(database.url(), database.settings()).finish(without),
                    "in-use",
                    "process " + ProcessHandle.current().pid());
        }
        assertThat(SchemaAdmin.at(database.url(), database.settings())
                        .finish(without)
                        .steps())
                .isNotEmpty();
    }

    // ---- Java enums: here each version is another enum, as after a move to another package

    @OnEveryEngine
    void aRenamedConstantOfJavaIsTheSame(TestDatabase database) {
        try (Database db = database.open(OLD, database.settings())) {
            db.store(order(V1.Status.PAID, V1.Status.SENT, V1.Status.PAID));
        }
        try (Database db = database.open(Model.of(V2.Order.class), database.settings())) {
            V2.Order order = db.query(V2.Order.class, "status = 'SETTLED', marks.status = 'SETTLED'")
                    .one();
            assertThat(order.status).isEqualTo(V2.Status.SETTLED);
            order.status = V2.Status.LOST;
            db.store(order);
        }
        assertThat(numbers(database, V1.Status.class)).containsOnlyKeys("NEW", "PAID", "SENT", "LOST");
    }

    @OnEveryEngine
    void anEnumThatTookTheNameOfAnotherKeepsTheConstantsInUse(TestDatabase database) {
        try (Database db = database.open(OLD, database.settings())) {
            db.store(order(V1.Status.NEW, V1.Status.PAID));
        }
        Model newer = Model.of(V4.Order.class);
        database.open(newer, database.settings()).close();
        refused(
                () -> SchemaAdmin.at(database.url(), database.settings()).forceFinish(newer),
                "still-used",
                "1 rows",
                "order_marks.status",
                "PAID");
    }

    @OnEveryEngine
    void anEnumOfAnotherNameAsksAsWell(TestDatabase database) {
        try (Database db = database.open(OLD, database.settings())) {
            db.store(order(V1.Status.NEW, V1.Status.PAID));
        }
        refused(
                () -> database.open(Model.of(V3.Order.class), database.settings()),
                "renamed",
                "the constant LATE of Status is new, and objects have PAID");
        refused(
                () -> database.open(Model.of(V5.Order.class), database.settings()),
                "renamed",
                "the constant SETTLED of Status is new",
                "@Was(\"PAID\")");
    }

    static class Moved {
        @Was("Order")
        static class Order {
            long id;
            Status status;
            List<Mark> marks = new ArrayList<>();
        }

        record Mark(String text, Status status) {}

        enum Status {
            NEW,
            PAID,
            SENT,
            LOST
        }
    }

    @OnEveryEngine
    void anEnumThatMovedToAnotherPackageKeepsItsNumbers(TestDatabase database) {
        Model former = Model.of(V1.Order.class);
        Model moved = Model.of(Moved.Order.class);
        V1.Order order = new V1.Order();
        order.status = V1.Status.PAID;
        order.marks.add(new V1.Mark("a", V1.Status.SENT));
        try (Database older = database.open(former, database.settings())) {
            older.store(order);
            StoredEnum before =
                    SchemaAdmin.at(database.url(), database.settings()).enums().get(0);
            try (Database newer = database.open(moved, database.settings())) {
                Moved.Order found = newer.query(Moved.Order.class, "status = 'PAID', marks.status = 'SENT'")
                        .one();
                assertThat(found.status).isEqualTo(Moved.Status.PAID);
                assertThat(found.marks).containsExactly(new Moved.Mark("a", Moved.Status.SENT));
                found.status = Moved.Status.NEW;
                newer.store(found);
                List<StoredEnum> after =
                        SchemaAdmin.at(database.url(), database.settings()).enums();
                assertThat(after).hasSize(1);
                assertThat(after.get(0).number()).isEqualTo(before.number());
                assertThat(after.get(0).constants())
                        .startsWith(before.constants().toArray(StoredEnum.Constant[]::new))
                        .hasSize(4);
            }
            assertThat(older.query(V1.Order.class, "status = 'NEW'").count()).isEqualTo(1);
            assertThat(SchemaAdmin.at(database.url(), database.settings())
                            .planFinish(moved)
                            .steps())
                    .as("nothing is retired by a move")
                    .isEmpty();
        }
    }
}
