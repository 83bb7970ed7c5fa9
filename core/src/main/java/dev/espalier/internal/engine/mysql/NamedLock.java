package dev.espalier.internal.engine.mysql;

import dev.espalier.internal.engine.DefinitionLock;
import java.time.Duration;
import java.util.List;

/** The lock is the connection's: https://dev.mysql.com/doc/refman/en/locking-functions.html. TiDB waits for a second at least and an hour at most. */
final class NamedLock implements DefinitionLock {

    /** Such locks are the server's; each database has one of its own. Their names have 64 characters at most. */
    private final String name;

    /** @param purpose follows the library's name, as MySQL keeps locks for all databases of a server together */
    NamedLock(String purpose) {
        this.name = "CONCAT('espalier." + purpose + "', LEFT(SHA2(DATABASE(), 256), 40))";
    }

    @Override
    public List<String> take(Duration wait) {
        return List.of("SELECT GET_LOCK(" + name + ", " + Math.min(3_600, (wait.toMillis() + 999) / 1_000) + ")");
    }

    @Override
    public String release() {
        return "SELECT RELEASE_LOCK(" + name + ")";
    }
}
