package dev.espalier.lab.store;

import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.Session;

/** A session over a client or pool that all sessions share: it has nothing of its own to renew or close. */
abstract class SharedClientSession implements Session {

    @Override
    public final void reset() {
        // what is shared connects anew by itself
    }

    @Override
    public final Failure failure(Exception thrown) {
        return ClientFailure.of(thrown);
    }

    @Override
    public final void close() {
        // what is shared is the store's
    }
}
