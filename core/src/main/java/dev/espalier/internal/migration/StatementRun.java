package dev.espalier.internal.migration;

import dev.espalier.internal.catalog.Catalog;
import dev.espalier.internal.catalog.change.ColumnFill;
import dev.espalier.internal.catalog.match.Fill;
import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.store.ObjectStore;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has statements fill an attribute. */
final class StatementRun {

    private static final Logger LOG = LoggerFactory.getLogger(StatementRun.class);

    private final ConnectionSource source;
    private final Catalog catalog;
    private final MigrationListener listener;
    private final Existing existing;

    StatementRun(ObjectStore program, MigrationListener listener, Existing existing) {
        this.source = program.source();
        this.catalog = program.catalog();
        this.listener = listener;
        this.existing = existing;
    }

    /** Fills all objects. False if another program has filled them meanwhile. */
    boolean run(Fill fill, ColumnFill statements) {
        long total = statements.objects();
        FillProgress progress = new FillProgress(
                listener, fill.type().name(), List.of(fill.attribute().name()), total);
        LOG.info("{}: computing {} of {} objects", source.place().url(), fill.name(), total);
        boolean isDone =
                statements.run(catalog.registration()::requireCurrent, existing == Existing.REPLACED, progress::report);
        if (isDone) {
            progress.keepRate(source, Rates.Kind.STATEMENT, total);
        }
        return isDone;
    }
}
