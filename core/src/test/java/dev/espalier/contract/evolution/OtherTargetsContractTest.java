package dev.espalier.contract.evolution;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.SchemaMode;
import dev.espalier.Settings;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ClassDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.evolution.RecordDraft;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.List;
import java.util.Map;

/** References to another class than before are refused while rows have some that the program would not see. */
@EngineIndependent
class OtherTargetsContractTest {

    private static Model flats(String target, AttributeDraft... attributes) {
        return ModelDraft.of(
                        List.of(
                                ClassDraft.of("Flat", attributes),
                                ClassDraft.of("Person", AttributeDraft.of("name", "String")),
                                new ClassDraft(
                                        "Tenant",
                                        List.of(),
                                        false,
                                        List.of("Person"),
                                        null,
                                        List.of(AttributeDraft.of("rent", "int"))),
                                ClassDraft.of("Company", AttributeDraft.of("code", "String"))),
                        List.of(RecordDraft.of("Deal", AttributeDraft.of("by", target))),
                        List.of())
                .toModel();
    }

    private static Model owned(String target) {
        return flats(target, AttributeDraft.of("owner", target));
    }

    @OnEveryEngine
    void aReferenceToAnotherClassIsRefusedWhereThereAreSome(TestDatabase database) {
        Database older = database.open(owned("Person"), database.settings());
        older.store(older.nodes().newNode("Flat")); // null fits every class
        older.close();
        database.open(owned("Company"), database.settings()).close();
        older = database.open(owned("Person"), database.settings());
        Node flat = older.nodes()
                .newNode("Flat")
                .set("owner", older.nodes().newNode("Tenant").set("name", "Ada"));
        older.store(flat);
        older.close();
        database.open(owned("Tenant"), database.settings()).close(); // all that there are
        try (Database db = database.open(owned("Person"), database.settings())) {
            assertThat(db.nodes().query("Flat", "owner.name = 'Ada'").count()).isEqualTo(1);
        }
    }

    @OnEveryEngine
    void aReferenceIsRefusedForAnotherClassAndForASubclass(TestDatabase database) {
        try (Database older = database.open(owned("Person"), database.settings())) {
            older.store(older.nodes()
                    .newNode("Flat")
                    .set("owner", older.nodes().newNode("Person").set("name", "Ada")));
            older.store(older.nodes()
                    .newNode("Flat")
                    .set("owner", older.nodes().newNode("Tenant").set("name", "Tom")));
        }
        List<String> before = database.rows("SELECT value FROM espalier_meta ORDER BY state, name");
        refused(
                () -> database.open(owned("Company"), database.settings()).close(),
                "model-mismatch",
                "Flat.owner is a reference to Company in the program and a reference to Person in the database",
                "2 references lead to objects of Person, Tenant");
        refused(
                () -> database.open(owned("Tenant"), database.settings()).close(),
                "model-mismatch",
                "1 reference leads to an object of Person");
        assertThat(database.rows("SELECT value FROM espalier_meta ORDER BY state, name"))
                .isEqualTo(before);
        Model beside = flats("Company", AttributeDraft.of("owner", "Company").was(List.of()));
        try (Database newer = database.open(beside, database.settings())) {
            assertThat(newer.nodes().query("Flat", "owner IS NULL").count()).isEqualTo(2);
            assertThat(Health.of(newer).verify().findings()).isEmpty();
        }
    }

    @OnEveryEngine
    void aReferenceToASuperclassIsTheSame(TestDatabase database) {
        try (Database older = database.open(owned("Tenant"), database.settings())) {
            older.store(older.nodes()
                    .newNode("Flat")
                    .set("owner", older.nodes().newNode("Tenant").set("name", "Ada")));
        }
        try (Database newer = database.open(owned("Person"), database.settings())) {
            assertThat(newer.nodes().query("Flat", "owner.name = 'Ada'").count())
                    .isEqualTo(1);
        }
    }

    @OnEveryEngine
    void membersKeysAndComponentsOfAnotherClassAreRefused(TestDatabase database) {
        AttributeDraft[] first = all("Person");
        try (Database older = database.open(flats("Person", first), database.settings())) {
            Node ada = older.nodes().newNode("Person").set("name", "Ada");
            older.store(ada);
            older.store(older.nodes()
                    .newNode("Flat")
                    .set("list", List.of(ada))
                    .set("byName", Map.of("Ada", ada))
                    .set("rooms", Map.of(ada, 3))
                    .set("deal", Map.of("by", ada))
                    .set("deals", List.of(Map.of("by", ada))));
        }
        refused(
                () -> database.open(flats("Company", all("Company")), database.settings())
                        .close(),
                "model-mismatch",
                "a member of Flat.list is a reference to Company",
                "a value of Flat.byName is a reference to Company",
                "a key of Flat.rooms is a reference to Company",
                "Flat.deal.by is a reference to Company",
                "Flat.deals.value.by is a reference to Company");
    }

    @OnEveryEngine
    void convertedReferencesToAnotherClassAreRefused(TestDatabase database) {
        Model first = flats("Person", AttributeDraft.of("list", "List<Person>"), AttributeDraft.of("owner", "Person"));
        try (Database older = database.open(first, database.settings())) {
            Node ada = older.nodes().newNode("Person").set("name", "Ada");
            older.store(older.nodes().newNode("Flat").set("list", List.of(ada)).set("owner", ada));
        }
        Settings apply = database.settings().schema(SchemaMode.APPLY);
        Model other = flats("Company", AttributeDraft.of("list", "Set<Company>").was(List.of("list")));
        refused(
                () -> database.open(other, apply).close(),
                "bad-value",
                "Flat.list: found Node Person 2; expected an object of Company");
    }

    private static AttributeDraft[] all(String target) {
        return new AttributeDraft[] {
            AttributeDraft.of("list", "List<" + target + ">"),
            AttributeDraft.of("byName", "Map<String, " + target + ">"),
            AttributeDraft.of("rooms", "Map<" + target + ", Integer>"),
            AttributeDraft.of("deal", "Deal"),
            AttributeDraft.of("deals", "List<Deal>")
        };
    }
}
