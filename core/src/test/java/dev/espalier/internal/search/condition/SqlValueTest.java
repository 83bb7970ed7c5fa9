package dev.espalier.internal.search.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.internal.dialect.StandardDialect;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.ValueAttribute;
import dev.espalier.internal.plan.Planner;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Select;
import dev.espalier.internal.sql.Source;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The expressions of the query language that are SQL expressions too. */
@Tag("pure")
@NullUnmarked // its fields may be null, as those of users may
class SqlValueTest {

    static class Order {
        long id;
        Customer buyer;
        List<Line> lines = new ArrayList<>();
        List<Integer> marks = new ArrayList<>();
        Order previous;
        long price;
        // what is wanted
        byte small;
        int number;
        long total;
        BigDecimal decimal;
        String text;
        LocalDate day;
        Instant moment;
    }

    static class Line {
        long id;
        int count;
        long price;
        BigDecimal weight;
        LocalDate due;
        Thing thing;
    }

    static class Customer {
        long id;
        String name;
        List<Order> orders = new ArrayList<>();
    }

    static class Thing {
        long id;
        String label;
    }

    static class Tool extends Thing {
        int size;
    }

    private final Schema schema = Schema.of(ObjectModel.of(Order.class, Tool.class));

    private Optional<SqlValue> of(String expression, String attribute) {
        var type = schema.model().find("Order");
        return SqlValue.of(
                schema,
                type,
                new Planner(schema.model()).value(expression, type),
                "o",
                ((ValueAttribute) type.attribute(attribute)).type());
    }

    private String sql(String expression, String attribute) {
        Source order = new Source(schema.table(schema.model().find("Order")).table(), "o");
        String statement = new StandardDialect()
                .render(Select.of(order, of(expression, attribute).orElseThrow().expression()))
                .text();
        return statement.substring("SELECT ".length(), statement.indexOf(" FROM \"order\" o"));
    }

    @Test
    void anObjectThatIsReachedTwiceCountsOnce() {
        assertThat(sql("SUM(lines.price)", "total"))
                .isEqualTo("(SELECT SUM(v1.\"price\") FROM \"line\" v1 WHERE v1.\"id\" IN "
                        + "(SELECT v0.\"target\" FROM \"order_lines\" v0 WHERE v0.\"owner\" = o.\"id\"))");
        assertThat(sql("COUNT(lines)", "number"))
                .isEqualTo(
                        "(SELECT COUNT(DISTINCT v0.\"target\") FROM \"order_lines\" v0 WHERE v0.\"owner\" = o.\"id\")");
    }

    @Test
    void aPathReadsTheRowThatItLeadsTo() {
        assertThat(sql("price", "total")).isEqualTo("o.\"price\"");
        assertThat(sql("buyer.name", "text"))
                .isEqualTo("(SELECT v0.\"name\" FROM \"customer\" v0 WHERE v0.\"id\" = o.\"buyer_id\")");
        assertThat(sql("SUM(marks)", "total"))
                .isEqualTo("(SELECT SUM(v0.\"value\") FROM \"order_marks\" v0 WHERE v0.\"owner\" = o.\"id\")");
        assertThat(sql("MAX(lines.due)", "day")).startsWith("(SELECT MAX(");
    }

    @Test
    void expressionsThatEnginesComputeDifferentlyAreLeftToTheProgram() {
        assertThat(of("AVG(lines.price)", "decimal")).as("an average").isEmpty();
        assertThat(of("SUM(lines.weight)", "decimal")).as("decimals").isEmpty();
        assertThat(of("MIN(lines.weight)", "decimal")).as("decimals").isEmpty();
        assertThat(of("price", "text")).as("another type").isEmpty();
        assertThat(of("day", "moment")).as("two columns").isEmpty();
        assertThat(of("MIN(buyer.name)", "text")).as("the order of texts").isEmpty();
        assertThat(of("COUNT(lines(price > 1))", "total")).as("a condition").isEmpty();
        assertThat(of("COUNT(lines.thing.label)", "total"))
                .as("tables of several classes")
                .isEmpty();
        assertThat(of("previous.price", "total"))
                .as("the table that is updated")
                .isEmpty();
        assertThat(of("COUNT(lines)", "text")).as("a number as text").isEmpty();
    }

    @Test
    void numbersThatMayBeBeyondTheTypeAreReported() {
        assertThat(of("SUM(lines.count)", "total").orElseThrow().mayBeBeyond()).isFalse();
        assertThat(of("SUM(lines.price)", "total").orElseThrow().mayBeBeyond()).isTrue();
        assertThat(of("SUM(lines.count)", "number").orElseThrow().mayBeBeyond()).isTrue();
        assertThat(of("MAX(lines.count)", "number").orElseThrow().mayBeBeyond()).isFalse();
        assertThat(of("MAX(lines.price)", "small").orElseThrow().mayBeBeyond()).isTrue();
        assertThat(of("COUNT(lines)", "small").orElseThrow().mayBeBeyond()).isTrue();
        assertThat(of("COUNT(lines)", "total").orElseThrow())
                .satisfies(count ->
                        assertThat(count.mayBeBeyond() || count.mayBeNull()).isFalse());
    }
}
