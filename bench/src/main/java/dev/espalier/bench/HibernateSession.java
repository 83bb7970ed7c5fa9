package dev.espalier.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.TargetDatabase;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/**
 * Hibernate with the settings of an expert, and the session that holds what the program holds: a cold operation begins a new one. There is no second-level
 * cache.
 */
public final class HibernateSession implements AutoCloseable {

    private static final String BATCH = "1000";

    /** Held here, so that its level stays: what it logs at each start is no news of a measurement. */
    private static final Logger HIBERNATE = Logger.getLogger("org.hibernate");

    private final HikariDataSource pool;
    private final SessionFactory factory;
    private @Nullable Session session;

    /**
     * Opens a database.
     *
     * @param at which one
     * @param mapping of the classes, as XML
     */
    public HibernateSession(TargetDatabase at, InputStream mapping) {
        HIBERNATE.setLevel(Level.WARNING);
        pool = pool(at);
        try {
            factory = factory(at, mapping);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static HikariDataSource pool(TargetDatabase at) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(at.url());
        config.setMaximumPoolSize(1);
        config.setAutoCommit(false);
        config.setPoolName("bench");
        if (!at.target().engine().isEmbedded()) {
            config.setUsername(at.target().user());
            config.setPassword(at.target().password().reveal());
        }
        Drivers.options(at).forEach(config::addDataSourceProperty);
        return new HikariDataSource(config);
    }

    private SessionFactory factory(TargetDatabase at, InputStream mapping) {
        Configuration configuration = new Configuration()
                .addInputStream(mapping)
                .setProperty(AvailableSettings.CONNECTION_PROVIDER_DISABLES_AUTOCOMMIT, "true")
                .setProperty(AvailableSettings.STATEMENT_BATCH_SIZE, BATCH)
                .setProperty(AvailableSettings.DEFAULT_BATCH_FETCH_SIZE, BATCH)
                .setProperty(AvailableSettings.ORDER_UPDATES, "true")
                .setProperty(AvailableSettings.IN_CLAUSE_PARAMETER_PADDING, "true");
        configuration.getProperties().put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
        if (at.target().engine() == Engine.SQLITE) {
            configuration.setProperty(AvailableSettings.DIALECT, "org.hibernate.community.dialect.SQLiteDialect");
        }
        return configuration.buildSessionFactory();
    }

    /**
     * Does work as one transaction.
     *
     * @param writes whether it changes objects; copies of what is only read are not kept
     * @param work returns the answer
     * @return the answer
     */
    public long run(boolean writes, LongSupplier work) {
        Session used = session;
        if (used == null) {
            used = factory.openSession();
            used.setDefaultReadOnly(!writes);
            used.setHibernateFlushMode(FlushMode.COMMIT); // a query does not compare all objects first
            session = used;
        }
        used.beginTransaction();
        try {
            long answer = work.getAsLong();
            used.getTransaction().commit();
            return answer;
        } catch (RuntimeException e) {
            used.getTransaction().rollback();
            throw e;
        }
    }

    /** @return the session of the transaction under way */
    public Session session() {
        return Objects.requireNonNull(session, "run() has opened it");
    }

    /**
     * Returns a query of the transaction under way.
     *
     * @param <T> the results
     * @param hql its text
     * @param type the results
     * @return the query
     */
    public <T> SelectionQuery<T> query(String hql, Class<T> type) {
        return session().createSelectionQuery(hql, type);
    }

    /** Begins a new session at the next transaction. */
    public void forget() {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    @Override
    public void close() {
        forget();
        factory.close();
        pool.close();
    }
}
