package dev.espalier.lab.measure;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Processor time used up to a moment, and the operations done by then.
 *
 * @param client ticks of the lab's process, if the machine counts them
 * @param server ticks of the server's process and its children, if it is on this machine
 * @param done operations
 */
record ProcessorTime(Optional<Long> client, Optional<Long> server, long done) {

    /** Linux counts processor time in hundredths of a second (sysconf(_SC_CLK_TCK)). */
    private static final double TICK_MICROS = 10_000;

    static ProcessorTime now(Optional<ServerProcess> server, long done) {
        return new ProcessorTime(
                Optional.of(new ServerProcess(ProcessHandle.current().pid()).use())
                        .filter(ServerProcess.Use::isKnown)
                        .map(ServerProcess.Use::ticks),
                server.map(one -> one.use().ticks()),
                done);
    }

    /** Microseconds of the lab for each operation since an earlier moment; null if none was done, or if that is not known. */
    @Nullable
    Double clientMicrosSince(ProcessorTime earlier) {
        return client.isEmpty() || earlier.client.isEmpty() || done == earlier.done
                ? null
                : (client.get() - earlier.client.get()) * TICK_MICROS / (done - earlier.done);
    }

    /** Microseconds of the server for each operation; null if that is not known. */
    @Nullable
    Double serverMicrosSince(ProcessorTime earlier) {
        return server.isEmpty() || done == earlier.done
                ? null
                : (server.get() - earlier.server.orElseThrow()) * TICK_MICROS / (done - earlier.done);
    }
}
