package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.SearchStrategy;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Repeated steps in a condition on members, if objects lead back to each other: H2 does not end a recursive query there. */
class CyclesOfMembersContractTest {

    static class Person {
        long id;
        int age;
        List<Person> friends = new ArrayList<>();
    }

    static class Team {
        long id;
        List<Person> crew = new ArrayList<>();
    }

    private static Person person(int age) {
        Person person = new Person();
        person.age = age;
        return person;
    }

    private static Team team(Person... crew) {
        Team team = new Team();
        team.crew.addAll(List.of(crew));
        return team;
    }

    @OnEveryEngine
    void searchEnds(TestDatabase database) {
        Person emma = person(5);
        Person paul = person(6);
        Person ada = person(7);
        Person alone = person(5);
        emma.friends.add(paul);
        paul.friends.add(emma);
        ada.friends.add(ada);
        List<Team> teams = List.of(team(emma, ada), team(ada), team(paul), team(alone), team());
        try (Database db =
                database.open(Model.of(Team.class), database.settings().statementTimeout(Duration.ofSeconds(20)))) {
            db.storeAll(teams);
            for (SearchStrategy strategy : SearchStrategy.values()) {
                assertThat(found(db, "crew NOT IN (@young)", strategy))
                        .containsExactly(teams.get(0).id, teams.get(1).id);
                assertThat(found(db, "NOT crew IN (@young)", strategy))
                        .containsExactly(teams.get(1).id, teams.get(4).id);
                assertThat(found(
                                db,
                                "crew(age > 6, NOT friends*.age = 5) OR (crew IN (@young), crew.age = 6)",
                                strategy))
                        .containsExactly(teams.get(0).id, teams.get(1).id, teams.get(2).id);
            }
        }
    }

    private static long[] found(Database db, String rql, SearchStrategy strategy) {
        return db.query(Team.class, rql)
                .define("@young", Person.class, "friends*.age = 5")
                .strategy(strategy)
                .ids();
    }
}
