package dev.espalier.rootdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.error.ModelException;
import dev.espalier.error.QueryException;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** The published query code gives what the publications say. */
@EngineIndependent
@NullUnmarked // its classes are written as users write theirs
class RootDbContractTest {

    static class Member {
        String name;
        String hobby;
        Club club;
        List<Member> friends = new ArrayList<>();

        Member() {}

        Member(String name, String hobby, Club club) {
            this.name = name;
            this.hobby = hobby;
            this.club = club;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static class Club {
        String name;
        Project project;

        @Override
        public String toString() {
            return name;
        }
    }

    static class Project {
        String name;
        List<Project> subProjects = new ArrayList<>();

        @Override
        public String toString() {
            return name;
        }
    }

    private static final String NAME = RootDbContractTest.class.getCanonicalName() + ".";

    /** Ada and Bob are in Acme, Cyd in Beta; Ada knows Bob, who knows Cyd, who knows Ada. House consists of Roof, and Roof of Tiles. */
    private static RootDb open(TestDatabase database) {
        Club acme = club("Acme", project("House", project("Roof", project("Tiles"))));
        Club beta = club("Beta", null);
        Member ada = new Member("Ada", "golf", acme);
        Member bob = new Member("Bob", "slalom", acme);
        Member cyd = new Member("Cyd", "rally", beta);
        ada.friends.add(bob);
        bob.friends.add(cyd);
        cyd.friends.add(ada);
        RootDb rdb = RootDb.of(database.open(Member.class));
        rdb.database().storeAll(List.of(ada, bob, cyd));
        return rdb;
    }

    private static Club club(String name, Project project) {
        Club club = new Club();
        club.name = name;
        club.project = project;
        return club;
    }

    private static Project project(String name, Project... parts) {
        Project project = new Project();
        project.name = name;
        project.subProjects.addAll(List.of(parts));
        return project;
    }

    @OnEveryEngine
    void queriesUseOtherQueries(TestDatabase database) {
        try (RootDb rdb = open(database)) {
            RootStore r1 = rdb.getRootStore(NAME + "Member");
            RootStore r2 = rdb.getRootStore(NAME + "Club");
            Query query = Query.createQuery().addQ1Query(r1, "(club IN (Q2))").addQ2Query(r2, "(name MATCH 'A%')");
            List<Member> list = query.queryQ1Objects();
            assertThat(list).hasToString("[Ada, Bob]");

            query = Query.createQuery()
                    .addQ1Query(
                            r1,
                            "(((Q2 AND Q3) OR (Q4 AND Q5)) MERGE (Q6 OR (Q2 AND (friends.hobby IN ('slalom','rally')))))")
                    .addQ2Query(r1, "(club.name = 'Acme')")
                    .addQ3Query(r1, "hobby = 'slalom'")
                    .addQ4Query(r1, "club IN (Q7)")
                    .addQ5Query(r1, "hobby = 'chess'")
                    .addQ6Query(r1, "name = 'Cyd'")
                    .addQ7Query(r2, "(name MATCH 'B%')")
                    .addQ8Query(r1, "")
                    .addQ9Query(r2, "");
            assertThat(query.<Member>queryQ1Objects()).hasToString("[Bob, Ada, Cyd]");
        }
    }

    @OnEveryEngine
    void rootsAreReturnedAloneOrWithTheirParts(TestDatabase database) {
        try (RootDb rdb = open(database)) {
            RootStore r1 = rdb.getRootStore(NAME + "Member");
            Query query =
                    Query.createQuery().setParts(false).addQ1Query(r1, "(friends.friends.friends.hobby = 'golf')");
            List<Member> alone = query.queryQ1Objects();
            assertThat(alone).hasToString("[Ada]");
            assertThat(alone.get(0).friends).hasToString("[not loaded]");
            assertThat(alone.get(0).club.name).isNull();

            List<Member> complete = Query.createQuery()
                    .addQ1Query(r1, "(friends.friends.friends.hobby = 'golf')")
                    .queryQ1Objects();
            assertThat(complete.get(0).friends.get(0).friends.get(0).friends).containsExactly(complete.get(0));
            assertThat(complete.get(0).club.project.subProjects.get(0).subProjects)
                    .hasToString("[Tiles]");
        }
    }

    @OnEveryEngine
    void hitsAreTransferredToTheirOwners(TestDatabase database) {
        try (RootDb rdb = open(database)) {
            RootStore r2 = rdb.getRootStore(NAME + "Club");
            assertThatThrownBy(() -> r2.transferObjectList(NAME + "Member"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("nothing was found in " + NAME + "Club yet");

            Query query =
                    Query.createQuery().addQ1Query(r2, "(name MATCH 'B%')").setResolveObjectModel(true);
            List<Club> clubs = query.queryQ1Objects();
            assertThat(clubs).hasToString("[Beta]");
            // Each of them leads to Beta, by way of friends.
            List<Member> list = r2.transferObjectList(NAME + "Member");
            assertThat(list).hasToString("[Ada, Bob, Cyd]");
            assertThat(list.get(0).club.name).isEqualTo("Acme");
            query.setParts(false).queryQ1Objects();
            assertThat(r2.<Member>transferObjectList(NAME + "Member").get(0).club.name)
                    .isNull();

            RootStore r3 = rdb.getRootStore(NAME + "Project");
            Query.createQuery()
                    .addQ1Query(r3, "name = 'Tiles'")
                    .setResolveObjectModel(true)
                    .queryQ1Objects();
            List<Club> above = r3.transferObjectList(RootDbContractTest.class.getName() + "$Club");
            assertThat(above).hasToString("[Acme]");
            assertThat(above.get(0).project).hasToString("House");
        }
    }

    @OnEveryEngine
    void rootsAreResolved(TestDatabase database) {
        try (RootDb rdb = open(database)) {
            RootStore projects = rdb.getRootStore(NAME + "Project");
            assertThat(Query.createQuery()
                            .addQ1Query(projects, "(name = 'Tiles')")
                            .setResolveRoots(true)
                            .<Project>queryQ1Objects())
                    .hasToString("[House]");
            assertThat(Query.createQuery()
                            .addQ1Query(projects, "(name = 'Tiles')")
                            .setResolveRoots(false)
                            .<Project>queryQ1Objects())
                    .hasToString("[Tiles]");

            Query circle = Query.createQuery()
                    .addQ1Query(rdb.getRootStore(NAME + "Member"), "(name = 'Bob')")
                    .setQ1ResolveRoots(true);
            assertThat(circle.<Member>queryQ1Objects()).hasToString("[Ada, Bob, Cyd]");
            circle.setQ1ResolveCycles(false);
            assertThat(catchThrowableOfType(QueryException.class, circle::queryQ1Objects)
                            .code())
                    .isEqualTo("cycle");
        }
    }

    @OnEveryEngine
    void mistakesAreReported(TestDatabase database) {
        try (RootDb rdb = open(database)) {
            ModelException unknown = catchThrowableOfType(ModelException.class, () -> rdb.getRootStore("shop.Order"));
            assertThat(unknown.code()).isEqualTo("outside-model");
            assertThat(unknown)
                    .hasMessage("shop.Order is not in the model, which has [" + NAME + "Club, " + NAME + "Member, "
                            + NAME + "Project]; name it in Model.of");
            assertThatThrownBy(() -> Query.createQuery().queryQ1Objects())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("there is no Q1 to be answered; addQ1Query comes first");

            RootStore members = rdb.getRootStore(NAME + "Member");
            QueryException inQ2 = catchThrowableOfType(
                    QueryException.class,
                    () -> Query.createQuery()
                            .addQ1Query(members, "friends IN (Q2)")
                            .addQ2Query(members, "nmae = 'Ada'")
                            .queryQ1Objects());
            assertThat(inQ2.code()).isEqualTo("unknown-field");
        }
    }

    @OnEveryEngine
    void queriesOfTwoDatabasesAreRefused(TestDatabase database) {
        try (RootDb rdb = open(database);
                RootDb other = RootDb.of(database.open(Member.class))) {
            Query query = Query.createQuery()
                    .addQ1Query(rdb.getRootStore(NAME + "Member"), "club IN (Q2)")
                    .addQ2Query(other.getRootStore(NAME + "Club"), "");
            assertThatThrownBy(query::queryQ1Objects)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Q2 is of another database than Q1");
        }
    }
}
