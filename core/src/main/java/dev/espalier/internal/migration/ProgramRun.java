package dev.espalier.internal.migration;

import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.model.PersistentClass;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has the program fill attributes of the objects of a class, batch by batch, each a transaction of its own. */
final class ProgramRun {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramRun.class);

    private final FormerObjects former;
    private final MigrationListener listener;

    ProgramRun(FormerObjects former, MigrationListener listener) {
        this.former = former;
        this.listener = listener;
    }

    /** Fills all objects. False if another program has filled them meanwhile. */
    boolean run(ClassFills fills, BatchFill batches) {
        ConnectionSource source = former.store().source();
        String className = fills.top().className();
        PersistentClass type = fills.top().type();
        List<String> attributes = fills.attributes();
        long total = former.count(className);
        FillProgress progress = new FillProgress(listener, type.name(), attributes, total);
        LOG.info("{}: computing {} of {} objects of {}", source.place().url(), attributes, total, type);
        long done = 0;
        long last = 0;
        for (List<Object> batch = former.batch(className, last);
                !batch.isEmpty();
                batch = former.batch(className, last)) {
            if (!batches.run(batch)) {
                return false;
            }
            last = former.id(batch.get(batch.size() - 1));
            done += batch.size();
            progress.report(done);
        }
        progress.keepRate(source, Rates.Kind.PROGRAM, done);
        LOG.info("{}: computed {} of {} objects of {}", source.place().url(), attributes, done, type);
        return true;
    }
}
