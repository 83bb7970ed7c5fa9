package dev.espalier.lab.subject;

import dev.espalier.lab.spec.CreateMode;
import dev.espalier.lab.spec.IndexTime;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.LongStatement;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.Block;
import dev.espalier.lab.workload.M1;
import dev.espalier.lab.workload.ObjectGraphs;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Statements written by hand for this model and each engine: the practical limit the library is measured against. */
public final class JdbcSubject implements Subject {

    @Override
    public SubjectName name() {
        return SubjectName.JDBC;
    }

    @Override
    public Load create(TargetDatabase database, Indexes indexes, int threads, ObjectsSpec.Making making) {
        return making.create() == CreateMode.BULK
                ? new JdbcLoad(database, indexes, threads, making)
                : new JdbcTransactions(database, indexes, threads, making);
    }

    @Override
    public Session open(TargetDatabase database, Indexes indexes) {
        return new JdbcSession(database, indexes);
    }

    static SubjectException failed(String what, TargetDatabase database, SQLException e) {
        return new SubjectException(
                "jdbc could not " + what + " " + database.name() + " on "
                        + database.target().engine().title() + ": " + e.getMessage(),
                e);
    }

    /** One transaction for each object graph, by writers with a connection each. */
    private static final class JdbcTransactions implements Load {

        private final JdbcLoad tables;
        private final GraphTransactions transactions;
        private final Writers writers;
        private long storedOfEachClass;

        JdbcTransactions(TargetDatabase database, Indexes indexes, int threads, ObjectsSpec.Making making) {
            this.tables = new JdbcLoad(database, indexes, 1, making);
            this.transactions = new GraphTransactions(database);
            this.writers = new Writers(threads);
        }

        @Override
        public void store(Block block) {
            Table.number(block, storedOfEachClass);
            ObjectGraphs graphs = new ObjectGraphs(block, storedOfEachClass);
            storedOfEachClass += block.m1.size();
            writers.store(graphs, root -> {
                Block graph = graphs.graph(root);
                if (!graph.isEmpty()) {
                    transactions.store(graph);
                }
            });
        }

        @Override
        public void finish() {
            tables.finish();
        }

        @Override
        public TransactionCounts transactions() {
            return transactions.counts();
        }

        @Override
        public String road() {
            return "one transaction for each object graph, " + writers.count() + " writers, indexes "
                    + tables.indexWhen();
        }

        @Override
        public void close() {
            writers.close();
            transactions.close();
            tables.close();
        }
    }

    /** Table after table within a block, several tables at a time; indexes at the end, or with the tables. */
    static final class JdbcLoad implements Load {

        private final TargetDatabase database;
        private final Indexes indexes;
        private final IndexTime indexWhen;
        private final Road road;
        private final ConnectionCrew crew;
        private long storedOfEachClass;

        JdbcLoad(TargetDatabase database, Indexes indexes, int threads, ObjectsSpec.Making making) {
            this.database = database;
            this.indexes = indexes;
            this.indexWhen = making.indexWhen();
            this.road = Road.of(database.target().engine());
            try {
                this.crew = ConnectionCrew.of(road.loadConnections(threads), () -> road.connectForLoad(database));
            } catch (SQLException e) {
                throw failed("connect to", database, e);
            }
            try {
                makeTables();
                if (indexWhen == IndexTime.BEFORE) {
                    makeIndexes();
                }
            } catch (RuntimeException e) {
                crew.close();
                throw e;
            }
        }

        private void makeTables() {
            run(
                    List.of(connection -> {
                        for (Table table : Table.ALL) {
                            Road.execute(connection, road.createTable(table));
                        }
                        connection.commit();
                    }),
                    "make the tables of");
        }

        @Override
        public void store(Block block) {
            Table.number(block, storedOfEachClass);
            storedOfEachClass += block.m1.size();
            List<ConnectionCrew.Task> tasks = new ArrayList<>();
            // link tables are the longest: first, so that no connection is left with one at the end
            for (int index = Table.ALL.size() - 1; index >= 0; index--) {
                Table table = Table.ALL.get(index);
                tasks.add(
                        connection -> road.load(connection, table, table.rows().apply(block)));
            }
            run(tasks, "load");
        }

        private void makeIndexes() {
            List<ConnectionCrew.Task> tasks = new ArrayList<>();
            for (int index = Table.ALL.size() - 1; index >= 0; index--) {
                Table table = Table.ALL.get(index);
                tasks.add(connection -> {
                    for (String statement : road.addIndexes(table, indexes)) {
                        LongStatement.execute(connection, statement);
                    }
                    connection.commit();
                });
            }
            run(tasks, "index");
        }

        @Override
        public void finish() {
            if (indexWhen == IndexTime.AFTER) {
                makeIndexes();
            }
            run(
                    road.analyze().stream()
                            .<ConnectionCrew.Task>map(statement -> connection -> {
                                LongStatement.execute(connection, statement);
                                connection.commit();
                            })
                            .toList(),
                    "analyze");
            run(List.of(road::finish), "finish");
        }

        private void run(List<ConnectionCrew.Task> tasks, String what) {
            try {
                crew.run(tasks);
            } catch (SQLException e) {
                throw failed(what, database, e);
            }
        }

        @Override
        public String road() {
            return road.loadRoad() + ", " + crew.size() + (crew.size() == 1 ? " connection" : " connections")
                    + ", indexes " + indexWhen();
        }

        String indexWhen() {
            return indexWhen == IndexTime.AFTER ? "afterwards" : "before";
        }

        @Override
        public void close() {
            crew.close();
        }
    }

    /** One connection, the query prepared. */
    private static final class JdbcSession implements Session {

        private final TargetDatabase database;
        private final Road road;
        private final QueryForm form;
        private final Connection connection;
        private final PreparedStatement search;

        JdbcSession(TargetDatabase database, Indexes indexes) {
            this.database = database;
            this.road = Road.of(database.target().engine());
            this.form = road.queryForm(indexes);
            try {
                this.connection = road.connectForSearch(database, indexes);
                this.search = connection.prepareStatement(form.sql());
            } catch (SQLException e) {
                throw failed("open", database, e);
            }
        }

        @Override
        public long[] search() {
            try (ResultSet rows = search.executeQuery()) {
                LongStream.Builder ids = LongStream.builder();
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
                return ids.build().toArray();
            } catch (SQLException e) {
                throw failed("search", database, e);
            }
        }

        @Override
        public List<M1> load(long[] ids) {
            try {
                return new Structures(connection, road).load(ids);
            } catch (SQLException e) {
                throw failed("load structures from", database, e);
            }
        }

        @Override
        public String road() {
            return form.name().toLowerCase(Locale.ROOT) + ", prepared, one connection";
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                throw failed("close", database, e);
            }
        }
    }
}
