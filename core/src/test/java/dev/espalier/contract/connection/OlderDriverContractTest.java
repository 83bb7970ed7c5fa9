package dev.espalier.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Proxied;
import dev.espalier.testing.TestDatabase;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLType;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Drivers and pools need none of the methods that JDBC 4.2 and 4.3 have added: those of older ones fail with an {@link AbstractMethodError}. */
@EngineIndependent
class OlderDriverContractTest {

    private static final Set<String> ADDED = Set.of(
            "getLargeUpdateCount",
            "setLargeMaxRows",
            "getLargeMaxRows",
            "executeLargeBatch",
            "executeLargeUpdate",
            "enquoteLiteral",
            "enquoteIdentifier",
            "enquoteNCharLiteral",
            "isSimpleIdentifier",
            "beginRequest",
            "endRequest",
            "setShardingKey",
            "setShardingKeyIfValid",
            "getMaxLogicalLobSize",
            "supportsRefCursors",
            "supportsSharding",
            "createConnectionBuilder",
            "createShardingKeyBuilder");

    private static final List<Class<?>> WRAPPED = List.of(
            Connection.class,
            CallableStatement.class,
            PreparedStatement.class,
            Statement.class,
            ResultSet.class,
            DatabaseMetaData.class);

    static class Author {
        long id;
        String name;
        List<String> prizes = new ArrayList<>();
        Author teacher;

        static Author of(String name) {
            Author author = new Author();
            author.name = name;
            author.prizes.add("prize of " + name);
            return author;
        }
    }

    private final List<String> used = new ArrayList<>();

    @OnEveryEngine
    void noRoadNeedsTheMethodsOfNewerVersions(TestDatabase database) {
        DataSource source = Proxied.source(() -> older(database.connect(), Connection.class));
        try (Database db = database.open(source, Model.of(Author.class))) {
            Author author = Author.of("Austen");
            author.teacher = Author.of("Radcliffe");
            db.store(author);
            db.storeAll(
                    IntStream.range(0, 500).mapToObj(i -> Author.of("a" + i)).toList());
            author.name = "Jane Austen";
            author.prizes.add("another one");
            db.store(author);
            db.useTransaction(tx -> {
                assertThat(tx.query(Author.class, "teacher.name = 'Radcliffe'").one().prizes)
                        .hasSize(2);
                tx.store(Author.of("Scott"));
            });
            db.useSnapshot(
                    tx -> assertThat(tx.get(Author.class, author.id).name).isEqualTo("Jane Austen"));
            try (BulkWriter bulk = db.bulkWriter()) {
                IntStream.range(0, 500).forEach(i -> bulk.store(Author.of("b" + i)));
            }
            try (Stream<Author> stream = db.query(Author.class, "").stream()) {
                assertThat(stream.count()).isEqualTo(1_003);
            }
            assertThat(db.query(Author.class, "name = 'b7'").count()).isOne();
            db.delete(author);
            assertThat(Health.of(db).verify().isClean()).isTrue();
            Health.of(db).repair();
        }
        synchronized (used) {
            assertThat(used).isEmpty();
        }
    }

    private <T> T older(Object made, Class<T> type) {
        return Proxied.of(type, call -> {
            Method method = call.method();
            if (isAdded(method)) {
                synchronized (used) {
                    used.add(method.toString());
                }
                throw new AbstractMethodError(method.toString());
            }
            Object answer = call.on(made);
            return WRAPPED.contains(method.getReturnType()) && answer != null
                    ? older(answer, method.getReturnType())
                    : answer;
        });
    }

    private static boolean isAdded(Method method) {
        return ADDED.contains(method.getName())
                || Arrays.asList(method.getParameterTypes()).contains(SQLType.class);
    }
}
