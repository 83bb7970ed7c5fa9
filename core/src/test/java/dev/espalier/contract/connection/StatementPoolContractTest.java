package dev.espalier.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Proxied;
import dev.espalier.testing.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** A source that keeps its connection and the prepared statements of it, whose close is overlooked, as pools with a cache of statements do. */
@EngineIndependent
class StatementPoolContractTest {

    private static final Model MODEL = Model.of(Price.class);

    static class Price {
        long id;
        String name;
        BigDecimal amount;

        static Price of(String name, String amount) {
            Price price = new Price();
            price.name = name;
            price.amount = new BigDecimal(amount);
            return price;
        }
    }

    /** For one thread at a time. */
    private static final class Pool {
        private final Connection connection;
        private final Map<String, PreparedStatement> statements = new HashMap<>();

        Pool(Connection connection) {
            this.connection = connection;
        }

        DataSource source() {
            return Proxied.source(this::lent);
        }

        private Connection lent() {
            return Proxied.of(Connection.class, call -> switch (call.name()) {
                case "close" -> null;
                case "prepareStatement" ->
                    call.arguments().length == 1
                            ? statements.computeIfAbsent((String) call.arguments()[0], this::kept)
                            : call.on(connection);
                default -> call.on(connection);
            });
        }

        private PreparedStatement kept(String text) {
            try {
                PreparedStatement statement = connection.prepareStatement(text);
                return Proxied.of(
                        PreparedStatement.class, call -> call.name().equals("close") ? null : call.on(statement));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @OnEveryEngine
    void statementsStayOpenInThePool(TestDatabase database) throws SQLException {
        try (Connection physical = database.connect()) {
            DataSource source = new Pool(physical).source();
            Database first = database.open(source, MODEL);
            first.storeAll(List.of(Price.of("a1", "9"), Price.of("b2", "10")));
            for (Database db : List.of(first, database.open(source, MODEL))) {
                for (int i = 0; i < 3; i++) {
                    try (Connection other = source.getConnection();
                            PreparedStatement statement = other.prepareStatement("SELECT id FROM price ORDER BY id")) {
                        ResultSet rows = statement.executeQuery();
                        assertThat(rows.next()).isTrue(); // not read to its end
                    }
                    assertThat(db.query(Price.class, "name MATCH '_%', amount > 5 ORDER BY amount")
                                    .list())
                            .extracting(price -> price.name)
                            .startsWith("a1", "b2");
                    db.useTransaction(tx -> {
                        Price price = tx.query(Price.class, "name = 'b2'").one();
                        price.amount = price.amount.add(BigDecimal.ONE);
                        tx.store(price);
                    });
                }
            }
            assertThat(first.query(Price.class, "name = 'b2'").one().amount).isEqualByComparingTo("16");
        }
    }
}
