package dev.espalier.contract.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.contract.samples.Library.Author;
import dev.espalier.contract.samples.Library.Book;
import dev.espalier.error.EspalierException;
import dev.espalier.error.NotFoundException;
import dev.espalier.error.StoreException;
import dev.espalier.testing.AlsoOnTiDb;
import dev.espalier.testing.Engine;
import dev.espalier.testing.Faults;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.function.Executable;

/** SQL of a transaction's work is part of the transaction. */
class SqlContractTest {

    private static Book book(String title, int pages) {
        Book book = Book.of(title);
        book.pages = pages;
        return book;
    }

    /** A table of the program's own. */
    private static void notes(TestDatabase database) {
        database.execute("CREATE TABLE note_row (id INT PRIMARY KEY, said VARCHAR(20))");
    }

    private static int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    private static String refused(Executable call) {
        EspalierException refused = catchThrowableOfType(EspalierException.class, call::execute);
        assertThat(refused).isNotNull();
        return refused.code();
    }

    @OnEveryEngine
    void sqlSeesTheTransactionAndIsCommittedWithIt(TestDatabase database) {
        Database db = database.open(Book.class);
        notes(database);
        db.useTransaction(tx -> {
            Book emma = book("Emma", 400);
            tx.store(emma);
            tx.useConnection(connection -> {
                assertThat(text(connection, "SELECT title FROM book WHERE id = " + emma.id))
                        .isEqualTo("Emma");
                update(connection, "INSERT INTO note_row VALUES (1, 'first')");
                tx.store(book("Persuasion", 300));
                assertThat(text(connection, "SELECT COUNT(*) FROM book")).isEqualTo("2");
            });
            assertThat(tx.<String, RuntimeException>withConnection(
                            connection -> text(connection, "SELECT said FROM note_row")))
                    .isEqualTo("first");
        });
        assertThat(database.rows("SELECT title FROM book ORDER BY id")).containsExactly("Emma", "Persuasion");
        assertThat(database.rows("SELECT said FROM note_row")).containsExactly("first");
    }

    @OnEveryEngine
    void sqlAloneIsCommitted(TestDatabase database) {
        Database db = database.open(Book.class);
        notes(database);
        db.useTransaction(
                tx -> tx.useConnection(connection -> update(connection, "INSERT INTO note_row VALUES (1, 'alone')")));
        assertThat(database.rows("SELECT said FROM note_row")).containsExactly("alone");
    }

    @OnEveryEngine
    void sqlIsRolledBackWithTheTransaction(TestDatabase database) {
        Database db = database.open(Book.class);
        notes(database);
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.store(book("Emma", 400));
                    tx.useConnection(connection -> update(connection, "INSERT INTO note_row VALUES (1, 'gone')"));
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(database.rows("SELECT COUNT(*) FROM note_row")).containsExactly("0");
        assertThat(database.rows("SELECT COUNT(*) FROM book")).containsExactly("0");
    }

    /** The object of the first attempt is stale: work and SQL run once more, and once only is committed. */
    @OnEveryEngine
    @AlsoOnTiDb("its conflicts and its savepoints are its own")
    void sqlIsRetriedWithTheTransaction(TestDatabase database) {
        Database db = database.open(Book.class);
        notes(database);
        Book emma = book("Emma", 400);
        db.store(emma);
        boolean isAlone = !database.engine().isServer();
        int[] attempts = new int[1];
        db.useTransaction(tx -> {
            Book read = tx.get(Book.class, emma.id);
            if (attempts[0]++ == 0 && !isAlone) {
                CompletableFuture.runAsync(() -> {
                            Book other = db.get(Book.class, emma.id);
                            other.pages = 500;
                            db.store(other);
                        })
                        .join();
            }
            tx.useConnection(
                    connection -> update(connection, "INSERT INTO note_row VALUES (" + attempts[0] + ", 'attempt')"));
            read.title = "Emma!";
            tx.store(read);
        });
        assertThat(attempts[0]).isEqualTo(isAlone ? 1 : 2);
        assertThat(database.rows("SELECT id FROM note_row")).containsExactly("" + attempts[0]);
        assertThat(database.rows("SELECT title, pages FROM book")).containsExactly(isAlone ? "Emma!|400" : "Emma!|500");
    }

    @OnEveryEngine
    @AlsoOnTiDb("its conflicts and its savepoints are its own")
    void objectsThatSqlHasChangedCountAsChangedByAnother(TestDatabase database) {
        Database db = database.open(Book.class);
        Book emma = book("Emma", 400);
        Book persuasion = book("Persuasion", 300);
        db.storeAll(List.of(emma, persuasion));
        Book outside = db.get(Book.class, persuasion.id);
        db.useTransaction(tx -> {
            Book read = tx.get(Book.class, emma.id);
            tx.useConnection(connection -> update(connection, "UPDATE book SET pages = pages + 1"));
            tx.changed(Book.class, List.of(emma.id, persuasion.id));
            assertThat(read.pages).isEqualTo(401);
            read.title = "Emma!";
            tx.store(read);
        });
        assertThat(database.rows("SELECT title, pages, _version FROM book ORDER BY id"))
                .containsExactly("Emma!|401|2", "Persuasion|301|1");
        outside.pages = 1;
        assertThat(refused(() -> db.store(outside))).isEqualTo("stale");
        Book again = db.get(Book.class, emma.id);
        again.pages = 402;
        db.store(again);
    }

    /** Ids of nothing are a mistake: what was changed in their place would be overwritten by who has read it before. */
    @OnEveryEngine
    void idsOfNothingAreRefused(TestDatabase database) {
        Database db = database.open(Book.class, Author.class);
        Book emma = book("Emma", 400);
        Author austen = new Author();
        austen.name = "Austen";
        db.storeAll(List.of(emma, austen));
        for (List<Long> ids : List.of(List.of(4711L), List.of(emma.id, 0L, -1L), List.of(emma.id, austen.id))) {
            NotFoundException refused = catchThrowableOfType(
                    NotFoundException.class,
                    () -> db.useTransaction(tx -> {
                        tx.useConnection(connection -> update(connection, "UPDATE book SET pages = pages + 1"));
                        tx.changed(Book.class, ids);
                    }));
            assertThat(refused).as("%s", ids).isNotNull();
            assertThat(refused.code()).isEqualTo("not-found");
            assertThat(refused).hasMessageContaining("expected ids of Book");
        }
        assertThat(database.rows("SELECT pages, _version FROM book")).containsExactly("400|0");
        db.useTransaction(tx -> tx.changed(Book.class, List.of()));
    }

    @OnEveryEngine
    void objectsThatWereRefreshedAreRestoredByARollback(TestDatabase database) {
        Database db = database.open(Book.class);
        Book emma = book("Emma", 400);
        db.store(emma);
        Book[] read = new Book[1];
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    read[0] = tx.get(Book.class, emma.id);
                    tx.useConnection(connection -> update(connection, "UPDATE book SET pages = 1"));
                    tx.changed(Book.class, List.of(emma.id));
                    assertThat(read[0].pages).isEqualTo(1);
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(read[0].pages).isEqualTo(400);
        read[0].title = "again";
        db.store(read[0]);
        assertThat(database.rows("SELECT title, pages, _version FROM book")).containsExactly("again|400|1");
    }

    @OnEveryEngine
    void objectsThatWereStoredBeforeAreRefreshed(TestDatabase database) {
        Database db = database.open(Book.class);
        Book emma = book("Emma", 400);
        db.useTransaction(tx -> {
            tx.store(emma);
            tx.useConnection(connection -> update(connection, "UPDATE book SET pages = pages + 1"));
            tx.changed(Book.class, List.of(emma.id));
            assertThat(emma.pages).isEqualTo(401);
            emma.pages++;
            tx.store(emma);
        });
        emma.pages++;
        db.store(emma);
        assertThat(database.rows("SELECT pages FROM book")).containsExactly("403");
    }

    @OnEveryEngine
    void objectsThatWereReadBeforeTheTransactionAreStaleInIt(TestDatabase database) {
        Database db = database.open(Book.class);
        Book emma = book("Emma", 400);
        db.store(emma);
        assertThat(refused(() -> db.useTransaction(tx -> {
                    tx.useConnection(connection -> update(connection, "UPDATE book SET pages = 1"));
                    tx.changed(Book.class, List.of(emma.id));
                    emma.title = "mine";
                    tx.store(emma);
                })))
                .isEqualTo("stale");
        assertThat(database.rows("SELECT title, pages FROM book")).containsExactly("Emma|400");
    }

    @OnEveryEngine
    void anotherJavaObjectOfARefreshedOneIsStaleToo(TestDatabase database) {
        Database db = database.open(Book.class);
        Book emma = book("Emma", 400);
        db.store(emma);
        Book other = db.get(Book.class, emma.id);
        db.useTransaction(tx -> {
            Book read = tx.get(Book.class, emma.id);
            other.title = "stored";
            tx.store(other);
            tx.useConnection(connection -> update(connection, "UPDATE book SET pages = 1"));
            tx.changed(Book.class, List.of(emma.id));
            assertThat(read.pages).isEqualTo(1);
        });
        other.title = "mine";
        assertThat(refused(() -> db.store(other))).isEqualTo("stale");
        assertThat(database.rows("SELECT title, pages FROM book")).containsExactly("stored|1");
    }

    @OnEveryEngine
    void objectsThatAreReadAfterwardsAreStoredAgain(TestDatabase database) {
        Database db = database.open(Author.class);
        Author austen = Author.of("Austen", Book.of("Emma"), Book.of("Persuasion"));
        db.store(austen);
        db.useTransaction(tx -> {
            tx.overwrite(austen);
            tx.useConnection(connection -> update(connection, "DELETE FROM author_books WHERE pos = 1"));
            tx.changed(Author.class, List.of(austen.id));
            tx.changed(Author.class, List.of(austen.id));
            Author read = tx.get(Author.class, austen.id);
            assertThat(read.books).hasSize(1);
            read.books.add(Book.of("Sanditon"));
            tx.store(read);
            read.name = "Jane Austen";
            tx.store(read);
        });
        Author again = db.get(Author.class, austen.id);
        assertThat(again.books).extracting(book -> book.title).containsExactly("Emma", "Sanditon");
        again.name = "A.";
        db.store(again);
        assertThat(database.rows("SELECT name FROM author")).containsExactly("A.");
    }

    @OnEveryEngine
    void objectsThatTheProgramHasChangedTooAreStale(TestDatabase database) {
        Database db = database.open(Book.class);
        Book emma = book("Emma", 400);
        db.store(emma);
        assertThat(refused(() -> db.useTransaction(tx -> {
                    Book read = tx.get(Book.class, emma.id);
                    read.title = "mine";
                    tx.useConnection(connection -> update(connection, "UPDATE book SET pages = 1"));
                    tx.changed(Book.class, List.of(emma.id));
                })))
                .isEqualTo("stale");
        assertThat(database.rows("SELECT title, pages FROM book")).containsExactly("Emma|400");
    }

    /** Another attempt would find the same: there are two at the most. */
    @OnEveryEngine
    void objectsWhoseVersionSqlChangesAreStaleAtOnce(TestDatabase database) {
        Database db = database.open(Book.class);
        Book emma = book("Emma", 400);
        db.store(emma);
        int[] attempts = new int[1];
        assertThat(refused(() -> db.useTransaction(tx -> {
                    attempts[0]++;
                    Book read = tx.get(Book.class, emma.id);
                    tx.useConnection(connection -> update(connection, "UPDATE book SET _version = _version + 1"));
                    read.title = "mine";
                    tx.store(read);
                })))
                .isEqualTo("stale");
        assertThat(attempts[0]).isLessThanOrEqualTo(2);
        assertThat(database.rows("SELECT title, _version FROM book")).containsExactly("Emma|0");
    }

    @OnEveryEngine
    void anErrorOfTheDatabaseFailsTheTransaction(TestDatabase database) {
        Database db = database.open(Book.class);
        notes(database);
        database.execute("INSERT INTO note_row VALUES (1, 'there')");
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    tx.store(book("Emma", 400));
                    tx.useConnection(connection -> update(connection, "INSERT INTO note_row VALUES (1, 'twice')"));
                }))
                .isInstanceOf(EspalierException.class)
                .hasRootCauseInstanceOf(SQLException.class);
        assertThat(database.rows("SELECT COUNT(*) FROM book")).containsExactly("0");
    }

    /** Another attempt would meet the same error. */
    @OnEveryEngine({Engine.DUCKDB, Engine.POSTGRES})
    void anErrorThatTheWorkCatchesAndThatEndsTheTransactionIsNotRetried(TestDatabase database) {
        Database db = database.open(Book.class);
        notes(database);
        database.execute("INSERT INTO note_row VALUES (1, 'there')");
        int[] attempts = new int[1];
        assertThatThrownBy(() -> db.useTransaction(tx -> {
                    attempts[0]++;
                    tx.store(book("Emma", 400));
                    tx.useConnection(connection -> {
                        assertThatThrownBy(() -> update(connection, "INSERT INTO note_row VALUES (1, 'twice')"))
                                .isInstanceOf(SQLException.class);
                        update(connection, "UPDATE book SET pages = 1");
                    });
                }))
                .isInstanceOf(EspalierException.class);
        assertThat(attempts[0]).isEqualTo(1);
        assertThat(database.rows("SELECT COUNT(*) FROM book")).containsExactly("0");
    }

    @OnEveryEngine
    void callsThatEndTheTransactionOrChangeTheConnectionAreRefused(TestDatabase database) {
        Database db = database.open(Book.class);
        db.useTransaction(tx -> {
            tx.store(book("Emma", 400));
            tx.useConnection(connection -> {
                List<Executable> calls = List.of(
                        connection::close,
                        connection::commit,
                        connection::rollback,
                        () -> connection.setAutoCommit(true),
                        () -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE),
                        () -> connection.setReadOnly(true),
                        () -> connection.setSchema("x"),
                        () -> connection.setCatalog("x"),
                        () -> connection.abort(Runnable::run),
                        () -> update(connection, "COMMIT"),
                        () -> update(connection, "ROLLBACK"),
                        () -> update(connection, "UPDATE book SET pages = 1; COMMIT"),
                        () -> connection.prepareStatement("COMMIT"),
                        () -> connection.prepareCall("COMMIT"),
                        () -> update(connection, "CREATE TABLE other (id INT)"),
                        () -> {
                            try (Statement statement = connection.createStatement()) {
                                statement.addBatch("COMMIT");
                            }
                        },
                        () -> {
                            try (Statement statement = connection.createStatement()) {
                                statement.getConnection().commit();
                            }
                        },
                        () -> {
                            try (Statement statement = connection.createStatement();
                                    ResultSet rows = statement.executeQuery("SELECT 1")) {
                                rows.getStatement().getConnection().commit();
                            }
                        },
                        () -> connection.getMetaData().getConnection().commit());
                for (Executable call : calls) {
                    assertThat(refused(call)).isEqualTo("sql-refused");
                }
                connection.setAutoCommit(false);
                assertThat(connection.getAutoCommit()).isFalse();
                assertThat(connection.isClosed()).isFalse();
            });
        });
        assertThat(database.rows("SELECT pages FROM book")).containsExactly("400");
    }

    @OnEveryEngine
    void theConnectionIsOverWithTheWorkAndBelongsToItsThread(TestDatabase database) throws SQLException {
        Database db = database.open(Book.class);
        db.useTransaction(tx -> {
            Connection[] kept = new Connection[1];
            PreparedStatement[] prepared = new PreparedStatement[1];
            ResultSet[] rows = new ResultSet[1];
            tx.useConnection(connection -> {
                kept[0] = connection;
                prepared[0] = connection.prepareStatement("SELECT 1");
                rows[0] = prepared[0].executeQuery();
                assertThatThrownBy(() -> CompletableFuture.runAsync(() -> run(connection::createStatement))
                                .join())
                        .isInstanceOf(CompletionException.class)
                        .hasRootCauseInstanceOf(IllegalStateException.class);
            });
            assertThat(kept[0].isClosed()).isTrue();
            assertThatThrownBy(kept[0]::createStatement).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(prepared[0]::executeQuery).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(rows[0]::next).isInstanceOf(IllegalStateException.class);
            prepared[0].close();
            assertThat(tx.query(Book.class, "").list()).isEmpty();
        });
    }

    private static void run(Executable call) {
        try {
            call.execute();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @OnEveryEngine({Engine.POSTGRES})
    void rowsWithinRowsDoNotLeadToTheDriversConnection(TestDatabase database) {
        Database db = database.open(Book.class);
        db.useTransaction(tx -> tx.useConnection(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("DECLARE one CURSOR FOR SELECT 1");
                try (ResultSet rows = statement.executeQuery("SELECT ARRAY[1, 2], 'one'::refcursor")) {
                    rows.next();
                    ResultSet elements = rows.getArray(1).getResultSet();
                    assertThat(elements.next()).isTrue();
                    assertThat(refused(elements.getStatement().getConnection()::commit))
                            .isEqualTo("sql-refused");
                    ResultSet ofCursor = (ResultSet) rows.getObject(2);
                    assertThat(ofCursor.next()).isTrue();
                    assertThat(refused(ofCursor.getStatement().getConnection()::commit))
                            .isEqualTo("sql-refused");
                }
            }
        }));
    }

    @OnEveryEngine({Engine.H2, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void rowsAreUpdatedWhereTheWorkMayWrite(TestDatabase database) {
        Database db = database.open(Book.class);
        db.store(book("Emma", 400));
        String sql = "SELECT id, pages FROM book";
        db.useSnapshot(tx -> tx.useConnection(connection -> {
            try (Statement statement =
                            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE);
                    ResultSet rows = statement.executeQuery(sql)) {
                rows.next();
                rows.updateInt("pages", 5);
                assertThat(refused(rows::updateRow)).isEqualTo("write-in-read");
            }
        }));
        db.useTransaction(tx -> tx.useConnection(connection -> {
            try (Statement statement =
                            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE);
                    ResultSet rows = statement.executeQuery(sql)) {
                rows.next();
                rows.updateInt("pages", 6);
                rows.updateRow();
            }
        }));
        assertThat(database.rows("SELECT pages FROM book")).containsExactly("6");
    }

    /** H2 has one for all statements of a connection. */
    @OnEveryEngine
    void theTimeOutOfAStatementEndsWithTheWork(TestDatabase database) {
        Database db = database.open(Model.of(Book.class), database.settings().poolSize(1));
        db.useTransaction(tx -> {
            tx.store(book("Emma", 400));
            tx.useConnection(connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement.setQueryTimeout(7);
                }
            });
            int after = tx.<Integer, RuntimeException>withConnection(connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.getQueryTimeout();
                }
            });
            assertThat(after).isZero();
        });
    }

    @OnEveryEngine({Engine.SQLITE, Engine.H2, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void savepointsBelongToSqlAlone(TestDatabase database) {
        Database db = database.open(Book.class);
        notes(database);
        db.useTransaction(tx -> {
            tx.useConnection(connection -> {
                update(connection, "INSERT INTO note_row VALUES (1, 'stays')");
                Savepoint savepoint = connection.setSavepoint();
                update(connection, "INSERT INTO note_row VALUES (2, 'goes')");
                connection.rollback(savepoint);
                Savepoint another = connection.setSavepoint("another");
                tx.store(book("Emma", 400));
                assertThat(refused(() -> connection.rollback(another))).isEqualTo("sql-refused");
                Savepoint third = connection.setSavepoint();
                tx.query(Book.class, "").list();
                assertThat(refused(() -> connection.rollback(third))).isEqualTo("sql-refused");
            });
        });
        assertThat(database.rows("SELECT said FROM note_row")).containsExactly("stays");
        assertThat(database.rows("SELECT title FROM book")).containsExactly("Emma");
    }

    @OnEveryEngine
    void workThatOnlyReadsSeesItsSnapshotAndWritesNothing(TestDatabase database) {
        Database db = database.open(Book.class);
        db.store(book("Emma", 400));
        db.useSnapshot(tx -> {
            assertThat(tx.query(Book.class, "").count()).isEqualTo(1);
            CompletableFuture.runAsync(() -> db.store(book("Persuasion", 300))).join();
            tx.useConnection(connection -> {
                assertThat(connection.isReadOnly()).isTrue();
                assertThat(text(connection, "SELECT COUNT(*) FROM book")).isEqualTo("1");
                assertThat(refused(() -> update(connection, "DELETE FROM book")))
                        .isEqualTo("write-in-read");
                assertThat(refused(() -> text(connection, "WITH a AS (SELECT 1) DELETE FROM book")))
                        .isEqualTo("write-in-read");
            });
            assertThat(refused(() -> tx.changed(Book.class, List.of(1L)))).isEqualTo("write-in-read");
        });
        db.useTransaction(tx -> db.useSnapshot(reading ->
                reading.useConnection(connection -> assertThat(refused(() -> update(connection, "DELETE FROM book")))
                        .isEqualTo("write-in-read"))));
        assertThat(database.rows("SELECT COUNT(*) FROM book")).containsExactly("2");
    }

    @OnEveryEngine({Engine.MYSQL, Engine.MARIADB})
    void aProcedureThatCommitsIsFoundOut(TestDatabase database) {
        Database db = database.open(Book.class);
        database.execute(
                "CREATE PROCEDURE committing() BEGIN COMMIT; END", "CREATE PROCEDURE harmless() BEGIN SELECT 1; END");
        StoreException ended = catchThrowableOfType(
                StoreException.class,
                () -> db.useTransaction(tx -> {
                    tx.store(book("Emma", 400));
                    try {
                        tx.useConnection(connection -> {
                            try (Statement statement = connection.createStatement()) {
                                statement.execute("CALL committing()");
                            }
                        });
                    } catch (StoreException e) { // it comes again
                        assertThat(e.code()).isEqualTo("sql-ended-transaction");
                    }
                }));
        assertThat(ended.code()).isEqualTo("sql-ended-transaction");
        db.useTransaction(tx -> tx.useConnection(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CALL harmless()");
            }
            update(connection, "DELETE FROM book");
        }));
        assertThat(database.rows("SELECT COUNT(*) FROM book")).containsExactly("0");
    }

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void theDriversOwnConnectionThatCommitsIsFoundOut(TestDatabase database) {
        Database db = database.open(Book.class);
        assertThat(refused(() -> db.useTransaction(tx -> tx.useConnection(connection -> {
                    Connection own = connection.unwrap(driverClass(database.engine()));
                    try (Statement statement = own.createStatement()) {
                        statement.execute("COMMIT");
                    }
                }))))
                .isEqualTo("sql-ended-transaction");
        db.useTransaction(tx -> tx.useConnection(connection -> {
            assertThat(connection.unwrap(driverClass(database.engine()))).isNotSameAs(connection);
            update(connection, "DELETE FROM book");
        }));
        db.store(book("Emma", 400));
        assertThat(database.rows("SELECT title FROM book")).containsExactly("Emma");
    }

    /** Else the transaction would go on, or begin again, behind the commit. */
    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void aCommitIsFoundOutAlsoIfTheWorkFails(TestDatabase database) {
        Database db = database.open(Book.class);
        assertThat(refused(() -> db.useTransaction(tx -> {
                    tx.store(book("Emma", 400));
                    try {
                        tx.useConnection(connection -> {
                            Connection own = connection.unwrap(driverClass(database.engine()));
                            update(own, "COMMIT");
                            throw new IllegalStateException("of the work");
                        });
                    } catch (IllegalStateException e) {
                        assertThat(e).hasMessage("of the work");
                    }
                    tx.store(book("Persuasion", 300));
                })))
                .isEqualTo("sql-ended-transaction");
        assertThat(database.rows("SELECT title FROM book")).doesNotContain("Persuasion");
    }

    @OnEveryEngine({Engine.SQLITE, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void savepointsWorkBesideTheDriversOwnConnection(TestDatabase database) {
        Database db = database.open(Book.class);
        db.store(book("Emma", 400));
        db.useTransaction(tx -> tx.useConnection(connection -> {
            Savepoint first = connection.setSavepoint();
            connection.unwrap(driverClass(database.engine()));
            connection.releaseSavepoint(first);
            Savepoint second = connection.setSavepoint();
            connection.unwrap(driverClass(database.engine()));
            assertThatThrownBy(() -> update(connection, "UPDATE nothing SET pages = 1"))
                    .isInstanceOf(SQLException.class);
            connection.rollback(second);
            connection.unwrap(driverClass(database.engine()));
            Savepoint third = connection.setSavepoint();
            update(connection, "UPDATE book SET pages = 1");
            connection.rollback(third);
            update(connection, "UPDATE book SET pages = pages + 1");
            tx.useConnection(inner -> inner.unwrap(driverClass(database.engine())));
        }));
        assertThat(database.rows("SELECT pages FROM book")).containsExactly("401");
    }

    private static Class<? extends Connection> driverClass(Engine engine) {
        try {
            return Class.forName(
                            switch (engine) {
                                case SQLITE -> "org.sqlite.SQLiteConnection";
                                case MYSQL -> "com.mysql.cj.jdbc.JdbcConnection";
                                case MARIADB -> "org.mariadb.jdbc.Connection";
                                default -> "org.postgresql.jdbc.PgConnection";
                            })
                    .asSubclass(Connection.class);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @OnEveryEngine
    void collectionsCountToo(TestDatabase database) {
        Database db = database.open(Author.class);
        Author austen = Author.of("Austen", Book.of("Emma"), Book.of("Persuasion"));
        db.store(austen);
        db.useTransaction(tx -> {
            Author read = tx.get(Author.class, austen.id);
            tx.useConnection(
                    connection -> update(connection, "UPDATE book SET title = 'Sanditon' WHERE title = 'Emma'"));
            tx.changed(Book.class, List.of(read.books.get(0).id));
            assertThat(read.books.get(0).title).isEqualTo("Sanditon");
            tx.useConnection(connection -> update(connection, "DELETE FROM author_books WHERE pos = 1"));
            tx.changed(Author.class, List.of(read.id));
            assertThat(read.books).hasSize(1);
        });
        assertThat(db.get(Author.class, austen.id).books).hasSize(1);
    }

    @OnEveryEngine({Engine.SQLITE})
    void anErrorForWhichTheEngineRollsBackIsFoundOut(TestDatabase database) {
        Database db = database.open(Book.class);
        database.execute(
                "CREATE TABLE note_row (id INT PRIMARY KEY ON CONFLICT ROLLBACK, said VARCHAR(20))",
                "INSERT INTO note_row VALUES (1, 'there')");
        assertThat(refused(() -> db.useTransaction(tx -> {
                    tx.store(book("Emma", 400));
                    tx.useConnection(connection -> {
                        assertThatThrownBy(() -> update(connection, "INSERT INTO note_row VALUES (1, 'gone')"))
                                .isInstanceOf(SQLException.class);
                        assertThat(refused(() -> update(connection, "INSERT INTO note_row VALUES (2, 'after')")))
                                .isEqualTo("sql-ended-transaction");
                    });
                })))
                .isEqualTo("sql-ended-transaction");
        assertThat(database.rows("SELECT COUNT(*) FROM book")).containsExactly("0");
        assertThat(database.rows("SELECT said FROM note_row")).containsExactly("there");
        db.store(book("Persuasion", 300));
        assertThat(database.rows("SELECT title FROM book")).containsExactly("Persuasion");
    }

    /** A marker shows a server's outcome. Nothing shows that of an engine in this process: its transaction is not repeated. */
    @OnEveryEngine({Engine.H2, Engine.MYSQL, Engine.MARIADB, Engine.POSTGRES})
    void sqlIsCommittedOnceIfTheConnectionIsLostInCommit(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE note_row (id INT, said VARCHAR(20))");
        for (Faults.Kind kind : List.of(Faults.Kind.LOST_BEFORE, Faults.Kind.LOST_AFTER)) {
            try (Faults faults = new Faults(database);
                    Database db = database.open(faults.source(), Model.of(Book.class))) {
                db.store(book("Emma", 400));
                int[] attempts = new int[1];
                Executable work = () -> db.useTransaction(tx -> {
                    tx.useConnection(
                            connection -> update(connection, "INSERT INTO note_row VALUES (1, '" + kind + "')"));
                    if (attempts[0]++ == 0) {
                        faults.strikeCommit(kind);
                    }
                });
                if (database.engine().isServer()) {
                    run(work);
                    assertThat(database.rows("SELECT said FROM note_row")).containsExactly(kind.name());
                } else {
                    assertThat(refused(work)).isEqualTo("commit-unknown");
                    assertThat(attempts[0]).isEqualTo(1);
                }
                faults.stop();
                database.execute("DELETE FROM note_row");
            }
        }
    }

    @OnEveryEngine
    void columnsOfRowsAndOfPreparedStatementsAreDescribed(TestDatabase database) {
        Database db = database.open(Book.class);
        String label = db.inTransaction(tx -> tx.withConnection(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT 1 AS one");
                    ResultSet rows = statement.executeQuery()) {
                assertThat(statement.getMetaData().getColumnCount()).isEqualTo(1);
                return rows.getMetaData().getColumnLabel(1);
            }
        }));
        assertThat(label).isEqualToIgnoringCase("one");
    }
}
