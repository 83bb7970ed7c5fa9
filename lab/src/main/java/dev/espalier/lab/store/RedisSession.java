package dev.espalier.lab.store;

import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.workload.Failure;
import dev.espalier.lab.workload.Session;

/** One connection to a server of Redis's protocol, or a share of one. For one thread. */
abstract class RedisSession implements Session {

    private final RedisServer server;
    private final RedisClientName client;
    private RedisReader reader;

    RedisSession(RedisServer server, RedisClientName client) {
        this.server = server;
        this.client = client;
        this.reader = server.reader(client);
    }

    final RedisReader reader() {
        return reader;
    }

    /** Connects anew. */
    @Override
    public void reset() {
        reader.close();
        reader = server.reader(client);
    }

    @Override
    public Failure failure(Exception thrown) {
        return ClientFailure.of(thrown);
    }

    @Override
    public void close() {
        reader.close();
    }
}
