package dev.espalier.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import dev.espalier.lab.spec.FortyTablesLoad;
import dev.espalier.lab.spec.FortyTablesSpec;
import dev.espalier.lab.spec.Scale;
import dev.espalier.lab.spec.Words;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier lab run forty-tables}: inserts and selects over many tables. */
@Command(name = "forty-tables", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Inserts, or selects by three keys, over forty tables of 15 columns; transactions a second as a curve.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run forty-tables --on mysql --load insert-full",
            "  espalier lab run forty-tables --on postgres --load select-cpu-bound --rows 4000000 --working-set 5",
            ""})
final class RunFortyTablesCommand implements Callable<Integer>, PackCommand {

    /** The published report's: 25 million rows before inserts, 64 million before selects, 40 threads. */
    private static final long PUBLISHED_INSERT_ROWS = 25_000_000;
    private static final long PUBLISHED_SELECT_ROWS = 64_000_000;
    private static final List<Integer> PUBLISHED_CONNECTIONS = List.of(40);
    private static final long QUICK_ROWS = 20_000;

    @Mixin
    private TargetOptions where;

    @Option(names = "--driver", paramLabel = "NAME", defaultValue = "mariadb",
            description = "JDBC driver for MySQL and TiDB: mariadb, which needs the least processor time, or mysql. Default: ${DEFAULT-VALUE}.")
    private String driver;

    @Option(names = "--load", paramLabel = "LOAD", defaultValue = "insert-full",
            description = "insert-full, select-cpu-bound or select-io-bound. Default: ${DEFAULT-VALUE}.")
    private String load;

    @Option(names = "--tables", paramLabel = "N", defaultValue = "40", description = "How many tables. Default: ${DEFAULT-VALUE}.")
    private int tables;

    @Option(names = "--rows", paramLabel = "N", description = "Rows of all tables together, before the run.")
    private Long rows;

    @Option(names = "--working-set", paramLabel = "PERCENT", defaultValue = "5",
            description = "The part of the rows from which select-cpu-bound draws. Default: ${DEFAULT-VALUE}.")
    private double workingSet;

    @Option(names = "--engine", paramLabel = "NAME", defaultValue = "", description = "Storage engine of MySQL and MariaDB.")
    private String engine;

    @Option(names = "--database", paramLabel = "NAME", defaultValue = "espalier_lab_forty_tables",
            description = "Database of the tables. Default: ${DEFAULT-VALUE}.")
    private String database;

    @Option(names = "--keep", description = "Leave the tables there.")
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
    public FortyTablesSpec spec() {
        FortyTablesLoad what = Words.parseOne("--load", load, FortyTablesLoad.class);
        long published = what == FortyTablesLoad.INSERT_FULL ? PUBLISHED_INSERT_ROWS : PUBLISHED_SELECT_ROWS;
        return new FortyTablesSpec(where.on(), driver, what, tables,
                rows != null ? rows : loading.scale() == Scale.PUBLISHED ? published : QUICK_ROWS, workingSet, engine,
                loading.connections(PUBLISHED_CONNECTIONS), database, loading.spec(), keep);
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
