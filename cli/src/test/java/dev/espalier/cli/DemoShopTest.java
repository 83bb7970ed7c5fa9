package dev.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.cli.DemoShop.Line;
import dev.espalier.cli.DemoShop.Order;
import dev.espalier.health.Health;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoShopTest {

    @TempDir
    private Path folder;

    @Test
    void hasAnswersForTheQueriesOfTheHelp() {
        String url = "jdbc:sqlite:" + folder.resolve("demo.db");

        DemoShop.fill(url, () -> false);

        try (Database db = Database.open(url, Model.of(Order.class))) {
            assertThat(db.query(Order.class, "").count()).isEqualTo(DemoShop.ORDERS);
            assertThat(db.query(Order.class, "lines.product.maker.name = 'Acme' ORDER BY due")
                            .count())
                    .isBetween(1_000L, 9_000L);
            assertThat(db.query(Line.class, "").count()).isGreaterThan(DemoShop.ORDERS);
            assertThat(Health.of(db).verify().isClean()).isTrue();
        }
    }

    @Test
    void endsEarly() {
        String url = "jdbc:sqlite:" + folder.resolve("demo.db");
        AtomicInteger asked = new AtomicInteger();

        DemoShop.fill(url, () -> asked.incrementAndGet() > 1);

        try (Database db = Database.open(url, Model.of(Order.class))) {
            assertThat(db.query(Order.class, "").count()).isEqualTo(1_000);
        }
    }
}
