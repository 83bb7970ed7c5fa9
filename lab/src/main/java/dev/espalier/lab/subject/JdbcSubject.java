package dev.espalier.lab.subject;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.LongStatement;
import dev.espalier.lab.target.Place;
import dev.espalier.lab.workload.Block;
import dev.espalier.lab.workload.M1;

/** Statements written by hand for this model and each engine: the practical limit the library is measured against. */
public final class JdbcSubject implements Subject {

    @Override
    public SubjectName name() {
        return SubjectName.JDBC;
    }

    @Override
    public Load create(Place place, Indexes indexes, int threads) {
        return new JdbcLoad(place, indexes, threads);
    }

    @Override
    public Session open(Place place, Indexes indexes) {
        return new JdbcSession(place, indexes);
    }

    static SubjectException failed(String what, Place place, SQLException e) {
        return new SubjectException("jdbc could not " + what + " " + place.name() + " on " + place.target().engine().title() + ": "
                + e.getMessage(), e);
    }

    /** Table after table within a block, several tables at a time; indexes at the end. */
    static final class JdbcLoad implements Load {

        private final Place place;
        private final Indexes indexes;
        private final Road road;
        private final ConnectionCrew crew;
        private long storedOfEachClass;

        JdbcLoad(Place place, Indexes indexes, int threads) {
            this.place = place;
            this.indexes = indexes;
            this.road = Road.of(place.target().engine());
            try {
                this.crew = ConnectionCrew.of(road.loadConnections(threads), () -> road.connectForLoad(place));
            } catch (SQLException e) {
                throw failed("connect to", place, e);
            }
            try {
                makeTables();
            } catch (RuntimeException e) {
                crew.close();
                throw e;
            }
        }

        private void makeTables() {
            run(List.of(connection -> {
                for (Table table : Table.ALL) {
                    Road.execute(connection, road.createTable(table));
                }
                connection.commit();
            }), "make the tables of");
        }

        @Override
        public void store(Block block) {
            Table.number(block, storedOfEachClass);
            storedOfEachClass += Block.OBJECTS_PER_CLASS;
            List<ConnectionCrew.Task> tasks = new ArrayList<>();
            // link tables are the longest: first, so that no connection is left with one at the end
            for (int index = Table.ALL.size() - 1; index >= 0; index--) {
                Table table = Table.ALL.get(index);
                tasks.add(connection -> road.load(connection, table, table.rows().apply(block)));
            }
            run(tasks, "load");
        }

        @Override
        public void finish() {
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
            run(road.analyze().stream().<ConnectionCrew.Task>map(statement -> connection -> {
                LongStatement.execute(connection, statement);
                connection.commit();
            }).toList(), "analyze");
            run(List.of(road::finish), "finish");
        }

        private void run(List<ConnectionCrew.Task> tasks, String what) {
            try {
                crew.run(tasks);
            } catch (SQLException e) {
                throw failed(what, place, e);
            }
        }

        @Override
        public String road() {
            return road.loadRoad() + ", " + crew.size() + (crew.size() == 1 ? " connection" : " connections") + ", indexes afterwards";
        }

        @Override
        public void close() {
            crew.close();
        }
    }

    /** One connection, the query prepared. */
    private static final class JdbcSession implements Session {

        private final Place place;
        private final Road road;
        private final QueryForm form;
        private final Connection connection;
        private final PreparedStatement search;

        JdbcSession(Place place, Indexes indexes) {
            this.place = place;
            this.road = Road.of(place.target().engine());
            this.form = road.queryForm(indexes);
            try {
                this.connection = road.connectForSearch(place, indexes);
                this.search = connection.prepareStatement(form.sql());
            } catch (SQLException e) {
                throw failed("open", place, e);
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
                throw failed("search", place, e);
            }
        }

        @Override
        public List<M1> load(long[] ids) {
            try {
                return new Structures(connection, road).load(ids);
            } catch (SQLException e) {
                throw failed("load structures from", place, e);
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
                throw failed("close", place, e);
            }
        }
    }
}
