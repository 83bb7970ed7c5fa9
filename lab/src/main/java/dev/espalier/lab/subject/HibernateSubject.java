package dev.espalier.lab.subject;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.WorkerThreads;
import dev.espalier.lab.workload.BenchmarkQuery;
import dev.espalier.lab.workload.Block;
import dev.espalier.lab.workload.M1;
import dev.espalier.lab.workload.M2;
import dev.espalier.lab.workload.M3;
import dev.espalier.lab.workload.N3;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hibernate.Interceptor;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Hibernate with HikariCP on the tables that {@link JdbcSubject} makes, as an expert would set it up: ids assigned, statements of one form batched, a
 * chunk of one class for each flush, nobody asked whether an object is new; lists and references fetched by the thousand, the query by IN.
 */
final class HibernateSubject implements Subject {

    private static final int BATCH = 1_000;
    private static final String HALF = "r.id in (select x.id from M1 x join x.m2 a ";
    private static final String QUERY =
            "select r.id from M1 r where " + HALF + "join a.n3 b where b.value = " + BenchmarkQuery.N3_VALUE + ") and "
                    + HALF + "join a.m3 b join b.s4 c where c.value = " + BenchmarkQuery.S4_VALUE + ") and "
                    + HALF + "join a.n3 b join b.m4 c where c.value = " + BenchmarkQuery.M4_VALUE + ")";

    /** Held here, so that its level stays: what it logs at each start is no news of a measurement. */
    private static final Logger HIBERNATE = Logger.getLogger("org.hibernate");

    private HibernateSubject() {
        HIBERNATE.setLevel(Level.WARNING);
    }

    /** Returns the subject, if Hibernate is on the class path. */
    static Subject make() {
        try {
            Class.forName("org.hibernate.SessionFactory");
        } catch (ClassNotFoundException e) {
            throw new SpecException(
                    "--subject: found hibernate, but it is not on the class path: add org.hibernate.orm:hibernate-core and"
                            + " hibernate-community-dialects");
        }
        return new HibernateSubject();
    }

    @Override
    public SubjectName name() {
        return SubjectName.HIBERNATE;
    }

    @Override
    public Load create(TargetDatabase database, Indexes indexes, int threads, ObjectsSpec.Making making) {
        return new HibernateLoad(database, indexes, threads);
    }

    @Override
    public Session open(TargetDatabase database, Indexes indexes) {
        return new HibernateSession(database);
    }

    private static SessionFactory factory(TargetDatabase database, int connections) {
        Engine engine = database.target().engine();
        String url = switch (engine) {
            case MYSQL, TIDB ->
                database.url() + (database.url().contains("?") ? "&" : "?")
                        + "rewriteBatchedStatements=true&cachePrepStmts=true";
            case POSTGRES -> database.url() + (database.url().contains("?") ? "&" : "?") + "reWriteBatchedInserts=true";
            case MARIADB, SQLITE, H2, DUCKDB, CUBRID -> database.url();
        };
        HikariDataSource pool = pool(database, url, connections);
        Configuration configuration = new Configuration()
                .addInputStream(new ByteArrayInputStream(HibernateMapping.xml().getBytes(StandardCharsets.UTF_8)))
                .setProperty("hibernate.connection.provider_disables_autocommit", "true")
                .setProperty("hibernate.jdbc.batch_size", Integer.toString(BATCH))
                .setProperty("hibernate.order_inserts", "true")
                .setProperty("hibernate.default_batch_fetch_size", Integer.toString(BATCH))
                .setProperty("hibernate.query.in_clause_parameter_padding", "true");
        configuration.getProperties().put("jakarta.persistence.nonJtaDataSource", pool);
        if (engine == Engine.SQLITE) {
            configuration.setProperty("hibernate.dialect", "org.hibernate.community.dialect.SQLiteDialect");
        }
        configuration.setInterceptor(new NewByChunk());
        configuration.setSessionFactoryObserver(new SessionFactoryObserver() {
            @Override
            public void sessionFactoryClosed(SessionFactory closed) {
                pool.close();
            }
        });
        try {
            return configuration.buildSessionFactory();
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** Hibernate's own pool is not for production, as it warns at each start. Connections are without auto-commit, so that Hibernate need not change it each time. */
    private static HikariDataSource pool(TargetDatabase database, String url, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setAutoCommit(false);
        config.setMaximumPoolSize(connections);
        config.setPoolName("hibernate");
        if (!database.target().engine().isEmbedded()) {
            config.setUsername(database.target().user());
            config.setPassword(database.target().password().reveal());
        }
        return new HikariDataSource(config);
    }

    /** Says which objects are new: those of the class that this thread stores now. Without it each reference to a stored object costs a SELECT. */
    private static final class NewByChunk implements Interceptor {

        private static final ThreadLocal<Class<?>> STORED = new ThreadLocal<>();

        @Override
        public @Nullable Boolean isTransient(Object entity) {
            Class<?> stored = STORED.get();
            return stored == null ? null : entity.getClass() == stored;
        }
    }

    /** Class after class, what is referred to first; chunks of one class side by side. */
    private static final class HibernateLoad implements Load {

        private final JdbcSubject.JdbcLoad tables;
        private final SessionFactory factory;
        private final int connections;
        private final ExecutorService threads;
        private long storedOfEachClass;

        HibernateLoad(TargetDatabase database, Indexes indexes, int offered) {
            this.tables = new JdbcSubject.JdbcLoad(database, indexes, offered, ObjectsSpec.Making.FASTEST);
            this.connections = database.target().engine() == Engine.SQLITE ? 1 : LoadConnections.of(offered);
            this.factory = factory(database, connections);
            this.threads = Executors.newFixedThreadPool(connections);
        }

        @Override
        public void store(Block block) {
            Table.number(block, storedOfEachClass);
            storedOfEachClass += block.m1.size();
            for (List<?> objects : List.of(
                    block.n4, block.m4, block.s4, block.n3, block.s3, block.m3, block.s2, block.m2, block.n2, block.s1,
                    block.m1, block.n1)) {
                store(objects);
            }
        }

        private void store(List<?> objects) {
            List<Future<?>> chunks = new ArrayList<>();
            for (int from = 0; from < objects.size(); from += BATCH) {
                List<?> chunk = objects.subList(from, Math.min(objects.size(), from + BATCH));
                chunks.add(threads.submit(() -> storeChunk(chunk)));
            }
            try {
                for (Future<?> chunk : chunks) {
                    chunk.get();
                }
            } catch (ExecutionException e) {
                throw new SubjectException(
                        "hibernate could not store: "
                                + (e.getCause() == null
                                        ? e.getMessage()
                                        : e.getCause().getMessage()),
                        e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SubjectException("interrupted while objects were stored", e);
            }
        }

        private void storeChunk(List<?> chunk) {
            NewByChunk.STORED.set(chunk.get(0).getClass());
            factory.inTransaction(session -> chunk.forEach(session::persist));
        }

        @Override
        public void finish() {
            tables.finish();
        }

        @Override
        public String road() {
            return "persist, batches of " + BATCH + ", " + connections
                    + (connections == 1 ? " connection" : " connections") + ", indexes afterwards";
        }

        @Override
        public void close() {
            WorkerThreads.end(threads);
            factory.close();
            tables.close();
        }
    }

    /** A new persistence context for each answer, as a program would have it. */
    private static final class HibernateSession implements Session {

        private final SessionFactory factory;

        HibernateSession(TargetDatabase database) {
            factory = factory(database, 1);
        }

        @Override
        public long[] search() {
            return factory
                    .fromTransaction(session ->
                            session.createSelectionQuery(QUERY, Long.class).getResultList())
                    .stream()
                    .mapToLong(Long::longValue)
                    .sorted()
                    .toArray();
        }

        /** Level by level: what is touched first fetches its neighbours by the thousand. */
        @Override
        @SuppressWarnings("ReturnValueIgnored") // the call has the collection fetched
        public List<M1> load(long[] ids) {
            return factory.fromTransaction(session -> {
                session.setDefaultReadOnly(true);
                List<M1> roots = session.findMultiple(
                        M1.class, Arrays.stream(ids).boxed().toList());
                for (M1 root : roots) {
                    for (M2 m2 : root.m2) {
                        for (M3 m3 : m2.m3) {
                            m3.m4.size();
                        }
                        N3 n3 = m2.n3;
                        n3.n4.size();
                    }
                }
                return roots;
            });
        }

        @Override
        public String road() {
            return "HQL by IN, findMultiple, fetched by the " + BATCH;
        }

        @Override
        public void close() {
            factory.close();
        }
    }
}
