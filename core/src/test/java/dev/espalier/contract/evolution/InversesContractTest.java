package dev.espalier.contract.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Node;
import dev.espalier.SearchStrategy;
import dev.espalier.annotation.InverseOf;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.error.Retry;
import dev.espalier.error.StoreException;
import dev.espalier.evolution.AttributeDraft;
import dev.espalier.evolution.ModelDraft;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A stored reference that becomes the inverse of the other side, and back; and the same relation without Java classes. */
@EngineIndependent
class InversesContractTest {

    static class Stored {
        static class Person {
            long id;
            String name;
            Passport passport;
        }

        static class Passport {
            long id;
            String number;
            Person owner;
        }
    }

    static class Derived {
        @Was("Person")
        static class Person {
            long id;
            String name;
            Passport passport;
        }

        @Was("Passport")
        static class Passport {
            long id;
            String number;

            @InverseOf("passport")
            Person owner;
        }
    }

    private static Stored.Person person(String name) {
        Stored.Person person = new Stored.Person();
        person.name = name;
        person.passport = new Stored.Passport();
        person.passport.number = name + " 1";
        person.passport.owner = person;
        return person;
    }

    @OnEveryEngine
    void aStoredReferenceBecomesAnInverseAndBack(TestDatabase database) {
        Stored.Person ann = person("Ann");
        Stored.Person bob = person("Bob");
        try (Database before = Database.open(database.url(), Model.of(Stored.Person.class), database.settings())) {
            before.storeAll(List.of(ann, bob));
        }
        try (Database after = Database.open(database.url(), Model.of(Derived.Person.class), database.settings())) {
            Derived.Passport passport = after.get(Derived.Passport.class, ann.passport.id);
            assertThat(passport.owner.name).isEqualTo("Ann");
            Derived.Person cyd = new Derived.Person();
            cyd.name = "Cyd";
            cyd.passport = new Derived.Passport();
            after.store(cyd);
            assertThat(cyd.passport.owner).isSameAs(cyd);
            cyd.passport = passport;
            EspalierException refused = catchThrowableOfType(EspalierException.class, () -> after.store(cyd));
            assertThat(refused.code()).isIn("inverse-mismatch", "not-unique");
            assertThat(Health.of(after).verify().isClean()).isTrue();
        }
        try (Database again = Database.open(database.url(), Model.of(Stored.Person.class), database.settings())) {
            assertThat(again.get(Stored.Passport.class, ann.passport.id).owner.name)
                    .as("the column was not touched")
                    .isEqualTo("Ann");
            assertThat(again.query(Stored.Person.class, "name = 'Cyd'").list().get(0).passport.owner)
                    .as("it was stored while the column was unknown")
                    .isNull();
        }
    }

    @OnEveryEngine
    void twoObjectsThatReferToOneKeepItFromBecomingAnInverse(TestDatabase database) {
        Stored.Person ann = person("Ann");
        Stored.Person bob = person("Bob");
        bob.passport = ann.passport;
        try (Database before = Database.open(database.url(), Model.of(Stored.Person.class), database.settings())) {
            before.storeAll(List.of(ann, bob));
        }
        List<Retry> retries = new ArrayList<>();
        EspalierException refused = catchThrowableOfType(
                EspalierException.class,
                () -> Database.open(
                                database.url(),
                                Model.of(Derived.Person.class),
                                database.settings()
                                        .transactionTimeout(Duration.ofSeconds(2))
                                        .onRetry(retries::add))
                        .close());
        assertThat(refused.code()).isEqualTo("duplicate");
        assertThat(retries).as("the objects stay what they are").isEmpty();
        try (Database again = Database.open(database.url(), Model.of(Stored.Person.class), database.settings())) {
            assertThat(again.query(Stored.Person.class, "passport.owner.name = 'Ann'")
                            .count())
                    .isEqualTo(2);
        }
    }

    static class Later {
        @Was("Person")
        static class Person {
            long id;
            String name;
            Passport passport;
        }

        @Was("Passport")
        static class Passport {
            long id;
            String number;
            Person owner;
        }
    }

    static class First {
        static class Person {
            long id;
            String name;
            Passport passport;
        }

        static class Passport {
            long id;
            String number;

            @InverseOf("passport")
            Person owner;
        }
    }

    @OnEveryEngine
    void anInverseBecomesAStoredReferenceAndBack(TestDatabase database) {
        First.Person ann = new First.Person();
        ann.name = "Ann";
        ann.passport = new First.Passport();
        try (Database before = Database.open(database.url(), Model.of(First.Person.class), database.settings())) {
            before.store(ann);
        }
        try (Database after = Database.open(database.url(), Model.of(Later.Person.class), database.settings())) {
            Later.Person person =
                    after.query(Later.Person.class, "name = 'Ann'").list().get(0);
            assertThat(person.passport.owner).as("nobody has stored it").isNull();
            person.passport.owner = person;
            after.store(person);
            Later.Person bob = new Later.Person();
            bob.passport = person.passport;
            assertThat(catchThrowableOfType(EspalierException.class, () -> after.store(bob))
                            .code())
                    .as("the unique index stays until it is dropped")
                    .isIn("not-unique", "duplicate");
        }
        try (Database again = Database.open(database.url(), Model.of(First.Person.class), database.settings())) {
            assertThat(again.get(First.Passport.class, ann.passport.id).owner.name)
                    .isEqualTo("Ann");
            assertThat(Health.of(again).verify().isClean()).isTrue();
        }
        try (Database later = Database.open(database.url(), Model.of(Later.Person.class), database.settings())) {
            assertThat(later.get(Later.Passport.class, ann.passport.id).owner.name)
                    .isEqualTo("Ann");
        }
    }

    @OnEveryEngine
    void nodesKnowTheInverse(TestDatabase database) {
        try (Database db = Database.open(database.url(), Model.of(Derived.Person.class), database.settings())) {
            Derived.Person ann = new Derived.Person();
            ann.name = "Ann";
            ann.passport = new Derived.Passport();
            ann.passport.number = "A1";
            db.store(ann);
        }
        ModelDraft draft = ModelDraft.ofDatabase(database.url(), database.settings());
        assertThat(draft.classes().get(0).attributes())
                .containsExactly(
                        AttributeDraft.of("number", "String"),
                        AttributeDraft.of("owner", "Person").withInverse("passport"));
        assertThat(draft.toModel()).isNotNull();
        assertThat(ModelDraft.of(draft.toModel())).isEqualTo(draft);
        try (Database db = Database.openCatalog(database.url(), database.settings())) {
            Node passport =
                    db.nodes().query("Passport", "owner.name = 'Ann'").list().get(0);
            Node ann = passport.get("owner", Node.class);
            assertThat(ann.get("passport")).isSameAs(passport);
            Node bob = db.nodes().newNode("Person").set("name", "Bob");
            db.store(bob);
            passport.set("owner", bob);
            StoreException refused = catchThrowableOfType(StoreException.class, () -> db.store(passport));
            assertThat(refused.code()).isEqualTo("inverse-mismatch");
            ann.set("passport", null);
            bob.set("passport", passport);
            db.storeAll(List.of(ann, bob));
            assertThat(passport.get("owner")).isSameAs(bob);
            assertThat(db.nodes()
                            .query("Passport", "owner.name = 'Bob'")
                            .strategy(SearchStrategy.STEPS)
                            .count())
                    .isEqualTo(1);
            Node copy = db.nodes().query("Passport", "number = 'A1'").list().get(0);
            copy.set("owner", null);
            assertThat(catchThrowableOfType(StoreException.class, () -> db.store(copy))
                            .code())
                    .isEqualTo("inverse-mismatch");
        }
    }

    static class Before {
        static class Owner {
            long id;

            @InverseOf("owner")
            List<Pet> pets = new ArrayList<>();
        }

        static class Pet {
            long id;
            String name;
            Owner owner;
        }
    }

    static class Renamed {
        @Was("Owner")
        static class Owner {
            long id;

            @InverseOf("keeper")
            List<Pet> pets = new ArrayList<>();
        }

        @Was("Pet")
        static class Pet {
            long id;
            String name;

            @Was("owner")
            Owner keeper;
        }
    }

    /** A program without classes knows the reference by the name that it has in the database. */
    @OnEveryEngine
    void theReferenceOfAnInverseIsRenamed(TestDatabase database) {
        Before.Owner owner = new Before.Owner();
        Before.Pet pet = new Before.Pet();
        pet.name = "Rex";
        pet.owner = owner;
        owner.pets.add(pet);
        try (Database before = Database.open(database.url(), Model.of(Before.Owner.class), database.settings())) {
            before.store(owner);
        }
        List<Model> programs = List.of(Model.of(Renamed.Owner.class), Model.of(Before.Owner.class));
        Set<String> digests = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            Database.open(database.url(), programs.get(i % 2), database.settings())
                    .close();
            digests.addAll(database.rows("SELECT value FROM espalier_meta WHERE name = 'digest'"));
            try (Database byCatalog = Database.openCatalog(database.url(), database.settings())) {
                Node node = byCatalog.nodes().get("Owner", owner.id);
                assertThat((Iterable<?>) node.get("pets"))
                        .singleElement()
                        .satisfies(member ->
                                assertThat(((Node) member).get("name")).isEqualTo("Rex"));
                assertThat(byCatalog.nodes().query("Owner", "pets.name = 'Rex'").count())
                        .isEqualTo(1);
            }
        }
        assertThat(digests).as("each program takes what the other has written").hasSize(1);
    }
}
