package dev.espalier.internal.transaction;

import dev.espalier.error.EspalierException;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.internal.catalog.Catalog;
import dev.espalier.internal.write.Versions;
import dev.espalier.internal.write.Write;
import dev.espalier.internal.write.WriteSender;
import java.util.List;

/** Sends complete writes in one transaction with those of other threads, on an engine with a single writer. For one thread. */
final class GroupedAttempt implements Attempt {

    private final GroupCommit group;
    private final WriteSender sender;
    private final Catalog catalog;
    private final TransactionCounters counters;

    GroupedAttempt(GroupCommit group, WriteSender sender, Catalog catalog, TransactionCounters counters) {
        this.group = group;
        this.sender = sender;
        this.catalog = catalog;
        this.counters = counters;
    }

    @Override
    public Outcome commit(Writes writes) {
        List<Write> all = writes.all();
        Versions versions = new Versions();
        try {
            group.commit(session -> {
                sender.sendAll(all, session, versions);
                sender.complete(session, versions);
                catalog.registration().beforeCommit(session, false);
            });
        } catch (UnknownOutcomeException e) {
            counters.unknownOutcome();
            return new Outcome.Unknown(e);
        } catch (EspalierException e) {
            return Outcome.of(e, versions.missed());
        }
        counters.committed();
        return new Outcome.Committed(versions);
    }
}
