package dev.espalier.examples;

import static dev.espalier.typed.Functions.month;
import static dev.espalier.typed.Functions.times;
import static dev.espalier.typed.Words.columns;
import static dev.espalier.typed.Words.count;
import static dev.espalier.typed.Words.parameter;
import static dev.espalier.typed.Words.sum;
import static dev.espalier.typed.Words.when;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Row;
import dev.espalier.annotation.Typed;
import dev.espalier.examples.Selecting.Revenue;
import dev.espalier.examples.Selecting.Sale;
import dev.espalier.examples.Selecting_.Sale_;
import dev.espalier.typed.Column;
import dev.espalier.typed.Parameter;
import java.time.LocalDate;
import java.util.List;

/** Reports of {@link Selecting} in Java, so that the compiler checks them. */
@Typed(Sale.class)
public final class TypedSelecting {

    private TypedSelecting() {}

    /**
     * @param arguments the URL of a database; without one, a SQLite file in the current folder
     */
    public static void main(String[] arguments) {
        run(arguments.length > 0 ? arguments[0] : "jdbc:sqlite:sales.db");
    }

    static void run(String url) {
        try (Database db = Database.open(url, Model.of(Sale.class))) {
            db.storeAll(Selecting.sales());

            Column<Sale, Number> revenue = sum(Sale_.total()).as("revenue");
            Parameter<Number> least = parameter("least");
            List<Revenue> revenues = db.query(Sale.class, Sale_.day().ge(LocalDate.of(2026, 1, 1)))
                    .select(
                            Revenue.class,
                            columns(
                                            Sale_.product().maker().name().as("maker"),
                                            month(Sale_.day()).as("month"),
                                            revenue)
                                    .having(revenue.gt(least))
                                    .orderBy(revenue.descending())
                                    .limit(10))
                    .with(least, 50)
                    .list();
            for (Revenue one : revenues) {
                System.out.println(one.maker() + " in month " + one.month() + ": " + one.revenue());
            }

            List<Row> kinds = db.query(Sale.class, "")
                    .select(columns(
                            when(Sale_.total().lt(100), "small")
                                    .otherwise("large")
                                    .as("kind"),
                            count().as("sales"),
                            sum(times(Sale_.total(), 2)).as("twice")))
                    .list();
            System.out.println(kinds);
        }
    }
}
