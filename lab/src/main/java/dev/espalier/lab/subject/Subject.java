package dev.espalier.lab.subject;

import dev.espalier.lab.spec.Indexes;
import dev.espalier.lab.spec.ObjectsSpec;
import dev.espalier.lab.spec.SubjectName;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.workload.Block;
import dev.espalier.lab.workload.M1;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One way to store the published model in a database. Used by one thread; it may use more threads inside. */
public sealed interface Subject permits EspalierSubject, JdbcSubject, HibernateSubject {

    /**
     * Returns the subject of a name.
     *
     * @param name who
     * @return the subject
     */
    static Subject of(SubjectName name) {
        return switch (name) {
            case ESPALIER -> new EspalierSubject();
            case JDBC -> new JdbcSubject();
            case HIBERNATE -> HibernateSubject.make();
        };
    }

    /** @return its name */
    SubjectName name();

    /**
     * Starts to fill an empty database.
     *
     * @param database the database, empty
     * @param indexes what it will have when the load is finished
     * @param threads writers at the same time
     * @param making by a bulk load or by transactions, and when indexes are built
     * @return the load
     */
    Load create(TargetDatabase database, Indexes indexes, int threads, ObjectsSpec.Making making);

    /**
     * Opens a filled database.
     *
     * @param database the database
     * @param indexes what it has
     * @return the session
     */
    Session open(TargetDatabase database, Indexes indexes);

    /** A database being filled. */
    interface Load extends AutoCloseable {

        /**
         * Stores every object of a block.
         *
         * @param block the objects; they belong to the load until {@link #finish()} is through
         */
        void store(Block block);

        /** Makes everything durable, builds indexes, renews statistics. Only then have the objects their ids for certain. */
        void finish();

        /** @return what transactions have met; null for a bulk load */
        default @Nullable TransactionCounts transactions() {
            return null;
        }

        /** @return how it loads, in a few words, for the result */
        String road();

        @Override
        void close();
    }

    /** A database being asked. */
    interface Session extends AutoCloseable {

        /** @return the ids of the roots the published query finds */
        long[] search();

        /**
         * Gives complete structures.
         *
         * @param ids ids of M1
         * @return the M1 with all they reach
         */
        List<M1> load(long[] ids);

        /** @return how it searches, in a few words, for the result */
        String road();

        @Override
        void close();
    }
}
