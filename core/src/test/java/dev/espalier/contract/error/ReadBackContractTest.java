package dev.espalier.contract.error;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.EspalierException;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.Proxied;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;

/** Where the catalog reads back differently from what was written, an opening ends with an error, and has changed nothing. */
class ReadBackContractTest {

    /** A change of the model's texts that leaves names of rows alone. */
    private static String damaged(String text) {
        return text.replace("title", "t?tle");
    }

    private static DataSource damaging(TestDatabase database) {
        return Proxied.source(() -> proxied(Connection.class, database.connect(), ""));
    }

    /** @param query the statement that a result is from */
    private static <T> T proxied(Class<T> type, Object target, String query) {
        return Proxied.of(type, call -> {
            Object result = call.on(target);
            String asked = call.arguments().length > 0
                            && call.arguments()[0] instanceof String text
                            && !(target instanceof ResultSet)
                    ? text
                    : query;
            boolean isDamaged = target instanceof ResultSet
                    && query.toLowerCase(Locale.ROOT).contains("espalier_column");
            if (isDamaged && result instanceof String text) {
                return damaged(text);
            }
            if (isDamaged && result instanceof byte[] text) { // as SQLite's dialect reads it
                return damaged(new String(text, UTF_8)).getBytes(UTF_8);
            }
            return result instanceof ResultSet && target instanceof Statement
                    ? proxied(ResultSet.class, result, asked)
                    : result instanceof PreparedStatement
                            ? proxied(PreparedStatement.class, result, asked)
                            : result instanceof Statement && target instanceof Connection
                                    ? proxied(Statement.class, result, asked)
                                    : result;
        });
    }

    private static void refused(TestDatabase database, Class<?>... classes) {
        EspalierException thrown = catchThrowableOfType(
                EspalierException.class, () -> database.open(damaging(database), Model.of(classes)));
        assertThat(thrown)
                .isInstanceOf(ConnectionException.class)
                .hasMessageMatching("(?s).*found '[^']*t\\?tle.*expected '[^']*title.*");
        assertThat(thrown.code()).isEqualTo("server-setting");
    }

    @OnEveryEngine
    void aNewDatabaseIsRefusedAndNothingIsMade(TestDatabase database) {
        refused(database, Book.class);
        Database db = database.open(Book.class);
        db.store(Book.of("Emma"));
        assertThat(db.query(Book.class, "title = 'Emma'").count()).isEqualTo(1);
    }

    @OnEveryEngine
    void aKnownDatabaseIsRefusedOrHasItsObjectsAfterwards(TestDatabase database) {
        try (Database db = database.open(Book.class)) {
            db.store(Book.of("Emma"));
        }
        for (List<Class<?>> classes : List.<List<Class<?>>>of(List.of(Book.class), List.of(Book.class, Author.class))) {
            assertThat(catchThrowableOfType(
                            EspalierException.class,
                            () -> database.open(damaging(database), Model.of(classes.toArray(Class<?>[]::new)))))
                    .isNotNull();
        }
        assertThat(database.open(Book.class, Author.class)
                        .query(Book.class, "title = 'Emma'")
                        .count())
                .isEqualTo(1);
    }
}
