package dev.espalier.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.annotation.Was;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A program without classes sees all that the programs with classes have stored, whatever version they are of. */
@EngineIndependent
class NodesOfNewerClassesContractTest {

    static class V1 {
        enum Level {
            LOW,
            HIGH
        }

        static class Person {
            long id;
            String name;
            int age;
            Level level;
            Address address;
        }

        record Address(String street, String city) {}
    }

    static class V2 {
        enum Level {
            LOWEST,
            LOW,
            @Was("HIGH")
            TOP
        }

        @Was("Person")
        static class Human {
            long id;
            boolean active;
            Address address;
            long points;
            Level level;
            Human friend;
            List<String> tags = new ArrayList<>();
            int age;

            @Was("name")
            String title;
        }

        record Address(int number, String city, String street) {}
    }

    @OnEveryEngine
    void nodesHaveTheAttributesOfAllVersionsUnderTheirFirstNames(TestDatabase database) {
        V1.Person ada = new V1.Person();
        ada.name = "Ada";
        ada.age = 36;
        ada.level = V1.Level.HIGH;
        ada.address = new V1.Address("Row 1", "London");
        try (Database older = database.open(V1.Person.class)) {
            older.store(ada);
            Database before = database.openCatalog();
            try (Database newer = database.open(V2.Human.class)) {
                Database after = database.openCatalog();
                Node node = after.nodes().get("Person", ada.id);
                assertThat(node.attributes())
                        .contains("name", "age", "active", "points", "friend", "tags", "address", "level")
                        .doesNotContain("title");
                assertThat(node.get("active")).isEqualTo(false);
                assertThat(node.get("points")).isEqualTo(0L);
                assertThat(node.get("address")).isEqualTo(Map.of("street", "Row 1", "city", "London", "number", 0));
                node.set("active", true)
                        .set("points", 5_000_000_000L)
                        .set("friend", node)
                        .set("tags", List.of("x"))
                        .set("level", "LOWEST");
                after.store(node);

                V2.Human human = newer.query(V2.Human.class, "title = 'Ada'").one();
                assertThat(human.points).isEqualTo(5_000_000_000L);
                assertThat(human.friend).isSameAs(human);
                assertThat(human.level).isEqualTo(V2.Level.LOWEST);
                assertThat(human.address).isEqualTo(new V2.Address(0, "London", "Row 1"));
                assertThat(after.nodes()
                                .query("Person", "level < 'LOW', tags = 'x'")
                                .ids())
                        .containsExactly(ada.id);

                before.store(before.nodes().newNode("Person").set("name", "Bob").set("level", "LOW"));
                assertThat(newer.query(V2.Human.class, "title = 'Bob', active = FALSE, points = 0")
                                .count())
                        .isEqualTo(1);
                assertThat(after.nodes().query("Person", "name = 'Bob'").one().get("tags"))
                        .isEqualTo(List.of());
                before.store(before.nodes().newNode("Person").set("name", "Cyd").set("level", "HIGH"));
                assertThat(newer.query(V2.Human.class, "level < 'TOP'").count()).isEqualTo(2);
                assertThat(newer.query(V2.Human.class, "level >= :level")
                                .with("level", V2.Level.TOP)
                                .one()
                                .title)
                        .isEqualTo("Cyd");
                assertThat(after.nodes()
                                .query("Person", "level >= 'HIGH'")
                                .one()
                                .get("level"))
                        .isEqualTo("HIGH");
                assertThat(Health.of(newer).verify().findings()).isEmpty();
            }
        }
    }
}
