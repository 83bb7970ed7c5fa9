package dev.espalier.contract.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.Database;
import dev.espalier.error.QueryException;
import dev.espalier.testing.Engine;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.LocaleDependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;

/** An inverse step finds its class by any name that the class has, however that is written. */
@EngineIndependent
@LocaleDependent
class InverseNamesContractTest {

    static class order {
        long id;
        String Name;
        List<line> lines = new ArrayList<>();
        order next;
    }

    static class line {
        long id;
        int count;
    }

    private static Database shop(TestDatabase database) {
        Database db = database.open(order.class);
        order first = order("first", 1, null);
        db.storeAll(List.of(first, order("second", 2, first)));
        return db;
    }

    private static order order(String name, int count, order next) {
        order order = new order();
        order.Name = name;
        order.next = next;
        line line = new line();
        line.count = count;
        order.lines.add(line);
        return order;
    }

    @OnEveryEngine(Engine.SQLITE)
    void lowerCaseClassIsFoundByEachOfItsNames(TestDatabase database) {
        Database db = shop(database);

        for (String owner : List.of("order", "dev.espalier.contract.query.InverseNamesContractTest.order")) {
            assertThat(db.query(line.class, "<" + owner + ".lines.Name = 'second'")
                            .list())
                    .extracting(line -> line.count)
                    .containsExactly(2);
            assertThat(db.query(line.class, "<" + owner + ".lines.next.Name = 'first'")
                            .list())
                    .extracting(line -> line.count)
                    .containsExactly(2);
            assertThat(db.query(line.class, "<" + owner + ".lines(Name = 'first')")
                            .list())
                    .extracting(line -> line.count)
                    .containsExactly(1);
            assertThat(db.query(line.class, "COUNT(<" + owner + ".lines) = 1").count())
                    .isEqualTo(2);
            assertThat(db.query(order.class, "<" + owner + ".next+.Name = 'second'")
                            .list())
                    .extracting(order -> order.Name)
                    .containsExactly("first");
            assertThat(db.query(order.class, "(lines.<" + owner + ".lines.next)+.Name = 'first'")
                            .list())
                    .extracting(order -> order.Name)
                    .containsExactly("second");
        }
    }

    @OnEveryEngine(Engine.SQLITE)
    void unknownClassIsNamed(TestDatabase database) {
        Database db = shop(database);

        assertThatThrownBy(() ->
                        db.query(line.class, "<shop.ordre.lines.Name = 'x'").list())
                .isInstanceOf(QueryException.class)
                .hasMessageContaining("unknown class at 2: the model has no class ");
    }
}
