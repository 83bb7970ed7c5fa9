package dev.espalier.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import dev.espalier.lab.spec.ConnectionWay;
import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.spec.Scale;
import dev.espalier.lab.spec.UuidSetSpec;
import dev.espalier.lab.spec.Words;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier lab run uuid-set}: a set of UUIDs as a cache. */
@Command(name = "uuid-set", mixinStandardHelpOptions = true, sortOptions = false,
        description = "A set of UUIDs as a cache: in a SQL database, in Redis, or in the process itself.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run uuid-set --on mysql --way pool --connections 1,4,8",
            "  espalier lab run uuid-set --on redis --client lettuce-pipelined --misses 10",
            "  espalier lab run uuid-set --on open-addressing --size 10000000",
            ""})
final class RunUuidSetCommand implements Callable<Integer>, PackCommand {

    /** The published report's threads, and the greatest of its sets. */
    private static final List<Integer> PUBLISHED_CONNECTIONS = List.of(1, 4, 6, 8, 10);
    private static final int PUBLISHED_SIZE = 10_000_000;
    private static final int QUICK_SIZE = 100_000;

    @Mixin
    private TargetOptions where;

    @Option(names = "--driver", paramLabel = "NAME", defaultValue = "mysql",
            description = "JDBC driver for MySQL: mysql or mariadb. Default: ${DEFAULT-VALUE}.")
    private String driver;

    @Option(names = "--client", paramLabel = "NAME", defaultValue = "lettuce",
            description = "Client of Redis's protocol: lettuce, lettuce-pipelined or jedis. Default: ${DEFAULT-VALUE}.")
    private String client;

    @Option(names = "--way", paramLabel = "WAY", defaultValue = "thread",
            description = "How a thread comes by a connection of a SQL database: thread (it keeps one), pool (HikariCP) or new (one for each lookup)."
                    + " Default: ${DEFAULT-VALUE}.")
    private String way;

    @Option(names = "--size", paramLabel = "N", description = "Members of the set.")
    private Integer size;

    @Option(names = "--misses", paramLabel = "PERCENT", defaultValue = "0",
            description = "How many of a hundred lookups are of keys that are not there. Default: ${DEFAULT-VALUE}.")
    private double misses;

    @Option(names = "--database", paramLabel = "NAME", defaultValue = "espalier_lab_uuid_set",
            description = "Database of the set; a set that is there already is used and stays. Default: ${DEFAULT-VALUE}.")
    private String database;

    @Option(names = "--keep", description = "Leave the set there.")
    private boolean keep;

    @Mixin
    private LoadOptions loading;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        return new LoadTerminal(command.commandLine().getOut(), loading.quiet()).run(spec(), where.user(), where.password(), loading.out());
    }

    @Override
    public UuidSetSpec spec() {
        return new UuidSetSpec(where.on(), driver, Words.parseOne("--client", client, RedisClientName.class),
                Words.parseOne("--way", way, ConnectionWay.class), size != null ? size : loading.scale() == Scale.PUBLISHED ? PUBLISHED_SIZE : QUICK_SIZE,
                misses, loading.connections(PUBLISHED_CONNECTIONS), database, loading.spec(), keep);
    }

    @Override
    public TargetOptions where() {
        return where;
    }

    @Override
    public Path out() {
        return loading.out();
    }
}
