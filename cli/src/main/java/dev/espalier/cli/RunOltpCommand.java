package dev.espalier.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import dev.espalier.lab.spec.DistributionName;
import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.spec.OltpSpec;
import dev.espalier.lab.spec.Words;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier lab run oltp}: sysbench's loads. */
@Command(name = "oltp", mixinStandardHelpOptions = true, sortOptions = false,
        description = "sysbench's OLTP loads on sysbench's tables: transactions a second and their times.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier lab run oltp --on mysql --load read-write --connections 1,8,64",
            "  espalier lab run oltp --on postgres --load point-select --rate 2000 --arrival poisson --seconds 60",
            "  espalier lab run oltp --on fixed-delay:5ms --load point-select",
            ""})
final class RunOltpCommand implements Callable<Integer>, PackCommand {

    @Mixin
    private TargetOptions where;

    @Option(names = "--driver", paramLabel = "NAME", defaultValue = "mariadb",
            description = "JDBC driver for MySQL and TiDB: mariadb, which needs the least processor time, or mysql. Default: ${DEFAULT-VALUE}.")
    private String driver;

    @Option(names = "--load", paramLabel = "LOAD", defaultValue = "read-only",
            description = "read-only, point-select, read-write, update-key, write-only, insert, delete or update-non-index."
                    + " Default: ${DEFAULT-VALUE}.")
    private String load;

    @Option(names = "--tables", paramLabel = "N", description = "How many tables.")
    private Integer tables;

    @Option(names = "--rows", paramLabel = "N", description = "Rows of each table.")
    private Integer rows;

    @Option(names = "--engine", paramLabel = "NAME", defaultValue = "", description = "Storage engine of MySQL and MariaDB.")
    private String engine;

    @Option(names = "--distribution", paramLabel = "NAME", defaultValue = "special",
            description = "How ids are drawn: uniform, special, pareto or zipfian. Default: ${DEFAULT-VALUE}.")
    private String distribution;

    @Option(names = "--unprepared", description = "Statements are not prepared by the server.")
    private boolean unprepared;

    @Option(names = "--database", paramLabel = "NAME", defaultValue = "espalier_sbtest",
            description = "Database of the tables; tables that are there already, made by sysbench for example, are used and stay. Default: ${DEFAULT-VALUE}.")
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
    public OltpSpec spec() {
        return new OltpSpec(where.on(), driver, Words.parseOne("--load", load, OltpLoad.class),
                tables == null ? loading.scale().oltpTables() : tables, rows == null ? loading.scale().oltpRows() : rows, engine,
                Words.parseOne("--distribution", distribution, DistributionName.class), loading.connections(), !unprepared, database,
                loading.spec(), keep);
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
