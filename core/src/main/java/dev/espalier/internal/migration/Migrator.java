package dev.espalier.internal.migration;

import dev.espalier.error.SchemaException;
import dev.espalier.internal.catalog.change.Wanted;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.model.ObjectModel;
import dev.espalier.internal.schema.Schema;
import dev.espalier.internal.store.ObjectStore;
import dev.espalier.internal.store.StoreOptions;
import java.util.List;
import java.util.function.Consumer;

/** Gives the objects of a database the attributes that migrations compute, and those that are converted from others: when it is opened, or later. */
public final class Migrator {

    private final ConnectionSource source;
    private final StoreOptions options;
    private final Computations computations;
    private final MigrationListener listener;

    public Migrator(
            ConnectionSource source, StoreOptions options, Computations computations, MigrationListener listener) {
        this.source = source;
        this.options = options;
        this.computations = computations;
        this.listener = listener;
    }

    /**
     * Opens a database for a model, and gives its objects the attributes that they are without.
     *
     * @throws SchemaException if the database does not fit, or {@code migration} if a value cannot be computed; nothing was changed, unless the object of the
     *     value has changed since all values were checked: then the objects of earlier batches have theirs, and a later opening goes on
     */
    public ObjectStore open(Wanted wanted) {
        ObjectStore program = opened(wanted);
        fill(program);
        return program;
    }

    /**
     * Does the same as {@link #open}, and closes what it has opened, but for the connections.
     *
     * @throws SchemaException if the database does not fit, or {@code migration} if a value cannot be computed; nothing was changed
     */
    public void apply(Wanted wanted) {
        opened(wanted).leaveAfter(this::fill);
    }

    /**
     * Checks, without a database, that the classes of a model have what is computed.
     *
     * @throws SchemaException {@code migration} if not
     */
    public static void requireNames(Computations computations, ObjectModel model) {
        NameCheck.check(computations, model);
    }

    private ObjectStore opened(Wanted wanted) {
        requireNames(computations, wanted.schema().model());
        return ObjectStore.open(
                source,
                wanted.checkedBy((schema, fills) -> withFormer(former -> check(former, schema, fills))),
                options);
    }

    private void fill(ObjectStore program) {
        List<Fill> fills = program.catalog().fills();
        if (!fills.isEmpty()) {
            withFormer(former -> filling(program, former).run(fills, Existing.KEPT));
            program.catalog().filled();
        }
    }

    /**
     * Computes the attributes of all objects of an open database, whatever they hold.
     *
     * @throws SchemaException {@code migration} if a value cannot be computed, or depends on what is computed for other objects; nothing was changed, unless the
     *     object of the value has changed since all values were checked: then the objects of earlier batches have theirs
     */
    public void migrate(ObjectStore program) {
        requireNames(computations, program.model());
        source.withPlace(() -> withFormer(former -> {
            List<Fill> fills = computations.fills(program.schema());
            expressions(former).requireIndependent(fills);
            check(former, program.schema(), fills);
            program.catalog().registration().beforeWrite();
            filling(program, former).run(fills, Existing.REPLACED);
        }));
    }

    private void withFormer(Consumer<FormerObjects> work) {
        ObjectStore.withNodes(source, options, nodes -> work.accept(new FormerObjects(nodes, options.nodes())));
    }

    private void check(FormerObjects former, Schema schema, List<Fill> fills) {
        Expressions expressions = expressions(former);
        new ValueCheck(former, computations, expressions)
                .run(fills, new StatementFills(former.store(), schema, computations, expressions));
    }

    private Filling filling(ObjectStore program, FormerObjects former) {
        return new Filling(program, former, computations, expressions(former), listener);
    }

    private Expressions expressions(FormerObjects former) {
        return new Expressions(former.store(), computations);
    }
}
