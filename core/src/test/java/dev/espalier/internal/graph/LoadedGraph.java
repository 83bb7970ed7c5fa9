package dev.espalier.internal.graph;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.model.PersistentClass;
import dev.espalier.internal.schema.Schema;
import dev.espalier.testing.Proxied;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.jspecify.annotations.NullUnmarked;

/** A SQLite file with objects that were stored through the library's face, to be loaded again by the loader alone. */
@NullUnmarked // it finds only what the test has made
final class LoadedGraph implements AutoCloseable {

    final ObjectModel model;
    /** The text of every statement that the loads have sent, but those that begin and end transactions. */
    final List<String> statements = Collections.synchronizedList(new ArrayList<>());
    /** Of each object by id the names of the fields that were left out. */
    final Map<Long, List<String>> leftOut = new HashMap<>();
    /** Objects to be filled in place of new ones, by id. */
    final Map<Long, Object> lent = new HashMap<>();

    final GraphLoader loader;
    private final ConnectionSource source;
    private final LoadContext context = new LoadContext() {
        @Override
        public void loaded(PersistentClass type, Object object, long id, int version, Gaps gaps) {
            if (gaps != null) {
                leftOut.put(
                        id,
                        gaps.leftOut().stream()
                                .mapToObj(at -> type.attributes().get(at).name())
                                .toList());
            }
        }

        @Override
        public Held held(PersistentClass type, long id, int version, boolean withInverses) {
            return lent.containsKey(id) ? new Held(lent.get(id), null, false) : null;
        }
    };

    LoadedGraph(Path folder, List<?> objects, Class<?>... classes) {
        this(true, folder, objects, classes);
    }

    LoadedGraph(boolean throwsIfNotLoaded, Path folder, List<?> objects, Class<?>... classes) {
        String url = "jdbc:sqlite:" + folder.resolve("graph.db");
        try (Database database = Database.open(url, Model.of(classes))) {
            database.storeAll(objects);
        }
        model = ObjectModel.of(classes);
        loader = new GraphLoader(Schema.of(model), 1_000_000, throwsIfNotLoaded);
        source = ConnectionSource.open(
                recording(url),
                new ConnectionOptions(
                        null,
                        null,
                        4,
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        Duration.ZERO,
                        Duration.ofMinutes(1),
                        retry -> {}));
    }

    <T> T load(Class<T> type, long id) {
        return load(type, id, Bounds.NONE);
    }

    <T> T load(Class<T> type, long id, Bounds bounds) {
        return type.cast(loadAll(type, bounds, id)[0]);
    }

    Object[] loadAll(Class<?> type, Bounds bounds, long... ids) {
        statements.clear();
        leftOut.clear();
        try (Session session = source.session()) {
            session.beginSnapshot();
            return loader.load(Sessions.of(session), model.find(type), ids, bounds, context);
        }
    }

    Object[] loadInParallel(Class<?> type, Bounds bounds, long... ids) {
        ExecutorService executor = Executors.newCachedThreadPool();
        try {
            return loadInParallel(executor, type, bounds, ids);
        } finally {
            executor.shutdown();
        }
    }

    /** By three sessions, two of which the executor's threads use. */
    Object[] loadInParallel(Executor executor, Class<?> type, Bounds bounds, long... ids) {
        try (Session first = source.session();
                Session second = source.session();
                Session third = source.session()) {
            return loader.load(
                    new Sessions(List.of(first, second, third), executor), model.find(type), ids, bounds, context);
        }
    }

    void execute(String sql) {
        try (Session session = source.writer()) {
            session.execute(sql);
        }
    }

    @Override
    public void close() {
        source.close();
    }

    private DataSource recording(String url) {
        return Proxied.source(() -> recording(DriverManager.getConnection(url)));
    }

    private Connection recording(Connection connection) {
        return Proxied.of(Connection.class, call -> {
            if (call.name().equals("prepareStatement")) {
                statements.add((String) call.arguments()[0]);
            }
            return call.on(connection);
        });
    }
}
