package dev.espalier.lab.store;

import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.ServerAddress;
import dev.espalier.lab.target.Targets;
import dev.espalier.lab.target.UrlAccount;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server that is no SQL database.
 *
 * @param protocol that it speaks
 * @param address where it is
 */
record OtherServer(Protocol protocol, ServerAddress address) {

    /** The protocols. */
    enum Protocol {
        /** Of Redis and Valkey. */
        REDIS("redis://"),
        /** Tarantool's. */
        TARANTOOL("tarantool://"),
        /** Of MongoDB and FerretDB. */
        MONGODB("mongodb://");

        private final String scheme;

        Protocol(String scheme) {
            this.scheme = scheme;
        }
    }

    /** Returns the server that a run names; null if it names something else. */
    static @Nullable OtherServer find(String on, Targets targets, String user, Password password) {
        String word = on.toLowerCase(Locale.ROOT);
        for (Protocol protocol : Protocol.values()) {
            if (word.startsWith(protocol.scheme)) {
                UrlAccount.refuse(on, user);
                return new OtherServer(protocol, new ServerAddress(on, user, password, Optional.empty()));
            }
        }
        return switch (word) {
            case "redis" -> new OtherServer(Protocol.REDIS, targets.address(word, "Redis", user, password));
            case "valkey" -> new OtherServer(Protocol.REDIS, targets.address(word, "Valkey", user, password));
            case "tarantool" -> new OtherServer(Protocol.TARANTOOL, targets.address(word, "Tarantool", user, password));
            case "ferretdb" -> new OtherServer(Protocol.MONGODB, targets.address(word, "FerretDB", user, password));
            default -> null;
        };
    }
}
