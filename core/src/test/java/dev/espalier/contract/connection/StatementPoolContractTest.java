package dev.espalier.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
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
            return proxy(DataSource.class, (proxy, method, arguments) -> lent());
        }

        private Connection lent() {
            return proxy(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
                case "close" -> null;
                case "prepareStatement" ->
                    arguments.length == 1
                            ? statements.computeIfAbsent((String) arguments[0], this::kept)
                            : called(connection, method, arguments);
                default -> called(connection, method, arguments);
            });
        }

        private PreparedStatement kept(String text) {
            try {
                PreparedStatement statement = connection.prepareStatement(text);
                return proxy(
                        PreparedStatement.class,
                        (proxy, method, arguments) ->
                                method.getName().equals("close") ? null : called(statement, method, arguments));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private static Object called(Object target, Method method, Object[] arguments) throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        private static <T> T proxy(Class<T> type, InvocationHandler handler) {
            return type.cast(Proxy.newProxyInstance(Pool.class.getClassLoader(), new Class<?>[] {type}, handler));
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
