package dev.espalier.lab.everyday;

import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.lab.spec.EverydaySubject;

/** A subject that is connected to the database. */
interface OpenSubject extends AutoCloseable {

    /** Returns the operations of one more thread. */
    Operations operations();

    @Override
    void close();

    /**
     * Connects a subject.
     *
     * @param name which one
     * @param database the database with its data
     * @param threads how many use it at the same time
     */
    static OpenSubject of(EverydaySubject name, ClinicDatabase database, int threads) {
        if (name.isLibrary()) {
            return EspalierOperations.open(database, name == EverydaySubject.UNTRACKED);
        }
        HikariDataSource pool = database.pool(threads);
        try {
            NewIds ids = database.newIds();
            return switch (name) {
                case JDBC -> JdbcOperations.open(pool, ids);
                case HIBERNATE -> HibernateOperations.open(pool, ids);
                case JOOQ -> JooqOperations.open(pool, ids);
                case JIMMER -> JimmerOperations.open(pool, ids);
                case ESPALIER, UNTRACKED -> throw new AssertionError();
            };
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }
}
