package dev.espalier.internal.migration;

import dev.espalier.error.EspalierException;
import dev.espalier.internal.catalog.tables.Rates;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far the objects of one class have come since this was made: informs the listener, and keeps the rate for the next plan. */
final class FillProgress {

    private static final Logger LOG = LoggerFactory.getLogger(FillProgress.class);

    private final MigrationListener listener;
    private final String className;
    private final List<String> attributes;
    private final long total;
    private final long start = System.nanoTime();

    FillProgress(MigrationListener listener, String className, List<String> attributes, long total) {
        this.listener = listener;
        this.className = className;
        this.attributes = attributes;
        this.total = total;
    }

    void report(long done) {
        listener.done(className, attributes, done, Math.max(done, total), Duration.ofNanos(System.nanoTime() - start));
    }

    void keepRate(ConnectionSource source, Rates.Kind kind, long rows) {
        long nanos = System.nanoTime() - start;
        try (Session session = source.writer()) {
            Rates.keep(session, kind, rows, nanos);
        } catch (EspalierException e) { // no failure of the change, which is done
            LOG.debug("{}: the rate of {} is not kept: {}", source.place().url(), kind, e.getMessage());
        }
    }
}
