package dev.espalier.lab.cli;

import dev.espalier.lab.spec.KeyValueSpec;
import dev.espalier.lab.spec.ReadWay;
import dev.espalier.lab.spec.RedisClientName;
import dev.espalier.lab.spec.Scale;
import dev.espalier.lab.spec.Words;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code espalier lab run key-value}: rows by their keys. */
@Command(
        name = "key-value",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "A database as a key-value store: rows by their keys, every value checked.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run key-value --on mysql --way select",
            "  espalier lab run key-value --on mysql --engine MyISAM --way handler --connections 100",
            "  espalier lab run key-value --on redis --client jedis",
            "  espalier lab run key-value --on tarantool --scale published",
            ""
        })
final class RunKeyValueCommand extends PackCommand {

    /** The published report's: 105 million rows, a million ids among 100 threads, read 10 times. */
    private static final long PUBLISHED_ROWS = 105_000_000;

    private static final int PUBLISHED_KEYS = 1_000_000;
    private static final int PUBLISHED_ROUNDS = 10;
    private static final List<Integer> PUBLISHED_CONNECTIONS = List.of(100);
    private static final long QUICK_ROWS = 100_000;
    private static final int QUICK_KEYS = 10_000;

    @Option(
            names = "--client",
            paramLabel = "NAME",
            defaultValue = "lettuce",
            description = "Client of Redis's protocol: lettuce, lettuce-pipelined or jedis. Default: ${DEFAULT-VALUE}.")
    private String client;

    @Option(
            names = "--way",
            paramLabel = "WAY",
            defaultValue = "select",
            description = "How SQL is asked: select, handler, covering or in. Default: ${DEFAULT-VALUE}.")
    private String way;

    @Option(
            names = "--rows",
            paramLabel = "N",
            converter = SizeConverter.OfLong.class,
            description = "How many rows there are.")
    private @Nullable Long rows;

    @Option(
            names = "--keys",
            paramLabel = "N",
            converter = SizeConverter.OfInt.class,
            description = "How many ids are drawn and dealt to the connections.")
    private @Nullable Integer keys;

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "1",
            description = "Ids of one operation; SQL reads more than one with --way in. Default: ${DEFAULT-VALUE}.")
    private int batch;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "How often each connection reads its ids, however long that takes; 0 to read until the time is over.")
    private @Nullable Integer rounds;

    @Option(
            names = "--nullable",
            description =
                    "The value columns of a SQL database may be NULL, although they never are. Without it they are NOT NULL, as published.")
    private boolean nullable;

    @Option(
            names = "--ids",
            paramLabel = "FILE",
            defaultValue = "",
            description = "Ids of the rows of a SQL database, one a line, such as sparse ones; instead of 1 to --rows.")
    private String ids;

    RunKeyValueCommand() {
        super("mysql");
    }

    @Override
    KeyValueSpec pack() {
        boolean published = loading().scale() == Scale.PUBLISHED;
        return new KeyValueSpec(
                on(),
                data().spec(),
                Words.parseOne("--client", client, RedisClientName.class),
                new KeyValueSpec.Rows(
                        rows != null ? rows : published ? PUBLISHED_ROWS : QUICK_ROWS,
                        nullable,
                        ids.isEmpty() ? ids : Path.of(ids).toAbsolutePath().toString()),
                new KeyValueSpec.Reads(
                        Words.parseOne("--way", way, ReadWay.class),
                        keys != null ? keys : published ? PUBLISHED_KEYS : QUICK_KEYS,
                        batch,
                        rounds != null ? rounds : published ? PUBLISHED_ROUNDS : 0),
                loading().connections(PUBLISHED_CONNECTIONS),
                loading().spec());
    }
}
