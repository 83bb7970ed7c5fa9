package dev.espalier.internal.repair;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.catalog.tables.Layout.LevelIndex;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.Loads;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.sql.Definition;
import dev.espalier.verification.Verification;
import dev.espalier.verification.VerificationProgress;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks a database and repairs it. */
public final class Verifier {

    private static final Logger LOG = LoggerFactory.getLogger(Verifier.class);

    private final ConnectionSource source;
    /** The facts that only classes know; null without classes. */
    private final @Nullable Schema schema;

    public Verifier(ConnectionSource source) {
        this(source, null);
    }

    /** @param schema of the program's classes: what only they know is checked too */
    public Verifier(ConnectionSource source, @Nullable Schema schema) {
        this.source = source;
        this.schema = schema;
    }

    /** Finds all damage in one snapshot. */
    public Verification verify() {
        return verify(progress -> {});
    }

    /** @param listener gets the progress before each check, and at the end */
    public Verification verify(Consumer<VerificationProgress> listener) {
        try (Session session = source.bulkSession()) {
            session.beginSnapshot();
            return inspect(session).verification(listener);
        }
    }

    /**
     * Repairs what can be.
     *
     * @return what is wrong afterwards
     * @throws DatabaseException if a bulk load is running: rows that it has not written yet would count as missing
     */
    public Verification repair() {
        try (ConnectionSource.Turn turn = source.turnToWrite();
                Session session = source.bulkSession()) {
            session.beginWrite();
            Inspection inspection = inspect(session);
            if (inspection.keepsLoads()) {
                Loads.keepOff(session, source.place());
                Loads.undoWithin(session, inspection.layout());
            }
            inspection.repair();
            session.commit();
            indexes(session, inspection);
        }
        return verify();
    }

    private Inspection inspect(Session session) {
        return new Inspection(session, Layout.read(session, source.place()), schema);
    }

    /** Each by itself: a unique index whose values are not unique cannot be built, and stands among the findings afterwards. */
    private static void indexes(Session session, Inspection inspection) {
        for (LevelIndex index : inspection.layout().indexes()) {
            if (!index.isWanted()
                    || inspection.stands(index)
                    || !inspection.layout().isWhole(index.index().table())) {
                continue;
            }
            try {
                session.dialect()
                        .render(new Definition.CreateIndexes(index.index().table(), List.of(index.index())))
                        .forEach(session::execute);
            } catch (EspalierException e) {
                LOG.warn(
                        "the index {} of {} was not repaired: {}",
                        index.index().name(),
                        index.index().table().name(),
                        e.getMessage());
            }
        }
    }
}
