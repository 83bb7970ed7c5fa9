package dev.espalier.internal.catalog;

import static dev.espalier.error.ErrorCode.ACCESS_DENIED;
import static dev.espalier.error.ErrorCode.INDEX_LEVEL;
import static dev.espalier.error.ErrorCode.READ_ONLY;
import static dev.espalier.error.ErrorCode.SCHEMA_CHANGE;

import dev.espalier.error.ConnectionException;
import dev.espalier.error.DatabaseException;
import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.change.Allowed;
import dev.espalier.internal.catalog.change.ChangePlanner;
import dev.espalier.internal.catalog.change.FillCheck;
import dev.espalier.internal.catalog.change.Made;
import dev.espalier.internal.catalog.change.Opening;
import dev.espalier.internal.catalog.change.OpeningPlan;
import dev.espalier.internal.catalog.change.PlannedStep;
import dev.espalier.internal.catalog.change.StoredFacts;
import dev.espalier.internal.catalog.change.Wanted;
import dev.espalier.internal.catalog.index.Indexing;
import dev.espalier.internal.catalog.index.SchemaIndexes;
import dev.espalier.internal.catalog.tables.DescribedSchema;
import dev.espalier.internal.catalog.tables.Found;
import dev.espalier.internal.catalog.tables.KnownNumbers;
import dev.espalier.internal.catalog.tables.StoredAttributes;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.lease.ProgramLease;
import dev.espalier.internal.model.Nodes;
import dev.espalier.internal.schema.IndexChoice;
import dev.espalier.internal.schema.Schema;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Opens databases: with Java classes, or with the classes that the catalog describes. */
public final class Catalogs {

    private Catalogs() {}

    /**
     * Makes sure that the tables exist and fit. A new database gets its tables and indexes; an old one gets the tables of classes and the columns of
     * attributes that it does not know yet.
     *
     * @throws SchemaException if the database does not fit; nothing was changed
     */
    public static Catalog open(ConnectionSource source, Wanted wanted) {
        FillCheck check = new FillCheck(wanted.check());
        while (true) {
            OpeningPlan plan;
            try (Session session = source.opener()) {
                plan = wanted.allowed() != Allowed.NONE
                                && source.readOnlyReason().isEmpty()
                        ? changed(source, session, wanted, check)
                        : unchanged(source, session, ChangePlanner.keepingBounds(source, session, wanted));
                if (check.isDone(plan)) {
                    source.adopt(session);
                    SchemaIndexes indexes = new SchemaIndexes(
                            plan.schema(),
                            source.dialect(),
                            wanted.levels(),
                            plan.choice().chosen(),
                            plan.standing());
                    return new Catalog(
                            source,
                            plan.schema(),
                            indexes,
                            plan.fills(),
                            ProgramLease.take(source, session, plan.known(), Set.of(), plan.provenDigest()));
                }
            }
            check.run(plan);
        }
    }

    /**
     * An account that may only read opens a database that has all that the model needs, and leaves to others what they have not ended.
     *
     * @throws ConnectionException {@code access-denied} with the changes that are needed if it may not make them
     */
    private static OpeningPlan changed(ConnectionSource source, Session session, Wanted wanted, FillCheck check) {
        try {
            return new Opening(source, session, ChangePlanner.of(source, session, wanted), check).run();
        } catch (ConnectionException e) {
            if (e.errorCode() != ACCESS_DENIED || session.isLost()) {
                throw e;
            }
            session.rollback();
            OpeningPlan plan = ChangePlanner.keepingBounds(source, session, wanted)
                    .plan(Found.read(session), new StoredFacts(session), Made.NOTHING);
            if (!plan.isDone() || !plan.fills().isEmpty()) {
                throw new ConnectionException(ACCESS_DENIED, needed(source, session, plan) + "\n" + e.getMessage(), e);
            }
            return plan;
        }
    }

    private static String needed(ConnectionSource source, Session session, OpeningPlan plan) {
        return source.place() + " needs these changes:\n  "
                + plan.steps(session.dialect()).stream()
                        .map(PlannedStep::description)
                        .collect(Collectors.joining("\n  "));
    }

    private static OpeningPlan unchanged(ConnectionSource source, Session session, ChangePlanner planner) {
        OpeningPlan plan = planner.plan(Found.read(session), new StoredFacts(session), Made.NOTHING);
        if (!plan.isDone() || !plan.fills().isEmpty()) {
            String changes = needed(source, session, plan);
            source.readOnlyReason().ifPresent(reason -> {
                throw new DatabaseException(
                        READ_ONLY,
                        changes + "\nfound a database that can only be read: " + reason
                                + ". Give write access, or open it with the classes that it has");
            });
            throw new SchemaException(
                    SCHEMA_CHANGE,
                    changes
                            + "\nfound SchemaMode.VALIDATE, which changes nothing. Open it with SchemaMode.ADDITIVE, or run: espalier schema apply");
        }
        return plan;
    }

    /**
     * Opens a database without Java classes, with the classes that its catalog describes. Changes nothing.
     *
     * @param nodes the objects of its classes
     * @param asked the level that the database must have; null for any
     * @throws SchemaException if it has no objects, or if the description of its classes is damaged
     */
    public static Catalog described(
            ConnectionSource source, Nodes nodes, @Nullable Indexing asked, List<Indexing> levels, Indexing fallback) {
        return described(source, nodes, asked, levels, fallback, true);
    }

    /** The same for a program that has the database open already, or is about to open it: it is not registered once more. */
    public static Catalog describedOnceMore(
            ConnectionSource source, Nodes nodes, List<Indexing> levels, Indexing fallback) {
        return described(source, nodes, null, levels, fallback, false);
    }

    private static Catalog described(
            ConnectionSource source,
            Nodes nodes,
            @Nullable Indexing asked,
            List<Indexing> levels,
            Indexing fallback,
            boolean isRegistered) {
        try (Session session = source.opener()) {
            Found found = Found.read(session);
            Schema schema = DescribedSchema.of(found, nodes, source.place());
            Indexing level = levels.stream()
                    .filter(one ->
                            one.name().equals(found.catalog().currentOrNone().level()))
                    .findFirst()
                    .orElse(fallback);
            if (asked != null && !asked.equals(level)) {
                throw new SchemaException(
                        INDEX_LEVEL,
                        source.place() + ": asked for index level " + asked.name() + ", the database has "
                                + level.name()
                                + "; leave the level out to open it as it is, or change it: espalier schema apply --indexes");
            }
            IndexChoice choice = IndexChoice.of(
                    schema,
                    level.values(),
                    level.relations(),
                    source.dialect().limits().indexesPerTable());
            source.adopt(session);
            StoredAttributes attributes =
                    found.catalog().described(source.place()).attributes();
            KnownNumbers known = attributes.known();
            SchemaIndexes indexes = new SchemaIndexes(
                    schema, source.dialect(), levels, choice.chosen(), SchemaIndexes.standing(schema, found.indexes()));
            return new Catalog(
                    source,
                    schema,
                    indexes,
                    List.of(),
                    isRegistered
                            ? ProgramLease.take(
                                    source,
                                    session,
                                    known,
                                    attributes.converted(known.numbers()),
                                    found.catalog().digest())
                            : null);
        }
    }
}
