package dev.espalier.lab.cli;

import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.spec.Scale;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.spec.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier lab run uuid-set}: a set of UUIDs as a cache. */
@Command(
        name = "uuid-set",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "A set of UUIDs as a cache: in a SQL database, in Redis, or in the process itself.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run uuid-set --on mysql --way pool --connections 1,4,8",
            "  espalier lab run uuid-set --on postgres --way async --connections 1,4,8",
            "  espalier lab run uuid-set --on redis --client lettuce-pipelined --misses 10",
            "  espalier lab run uuid-set --on open-addressing --size 10000000",
            ""
        })
final class RunUuidSetCommand extends PackCommand {

    /** The published report's threads, and the greatest of its sets. */
    private static final List<Integer> PUBLISHED_CONNECTIONS = List.of(1, 4, 6, 8, 10);

    private static final int PUBLISHED_SIZE = 10_000_000;
    private static final int QUICK_SIZE = 100_000;

    @Option(
            names = "--client",
            paramLabel = "NAME",
            defaultValue = "lettuce",
            description = "Client of Redis's protocol: lettuce, lettuce-pipelined or jedis. Default: ${DEFAULT-VALUE}.")
    private String client;

    @Option(
            names = "--way",
            paramLabel = "WAY",
            defaultValue = "thread",
            description =
                    "How a thread comes by a connection of a SQL database: thread (it keeps one), pool (HikariCP), new (one for each lookup) or async (it keeps one of R2DBC's)."
                            + " Default: ${DEFAULT-VALUE}.")
    private String way;

    @Option(
            names = "--size",
            paramLabel = "N",
            converter = SizeConverter.OfInt.class,
            description = "Members of the set.")
    private @Nullable Integer size;

    @Option(
            names = "--misses",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description = "How many of a hundred lookups are of keys that are not there. Default: ${DEFAULT-VALUE}.")
    private double misses;

    RunUuidSetCommand() {
        super("mysql");
    }

    @Override
    UuidSetSpec pack() {
        return new UuidSetSpec(
                on(),
                data().spec(),
                Words.parseOne("--client", client, RedisClientName.class),
                Words.parseOne("--way", way, ConnectionWay.class),
                size != null ? size : loading().scale() == Scale.PUBLISHED ? PUBLISHED_SIZE : QUICK_SIZE,
                misses,
                loading().connections(PUBLISHED_CONNECTIONS),
                loading().spec());
    }
}
