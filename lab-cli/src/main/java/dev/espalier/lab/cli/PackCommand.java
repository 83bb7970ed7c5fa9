package dev.espalier.lab.cli;

import dev.espalier.lab.spec.PackSpec;
import dev.espalier.lab.spec.SpecException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command of {@code lab run} for a pack that puts load on a target, so that its runs can be compared and repeated. It has the options of
 * all packs.
 */
abstract class PackCommand implements Callable<Integer> {

    @Option(
            names = "--on",
            paramLabel = "TARGET",
            defaultValue = "sqlite",
            description = {
                "sqlite, mysql, mariadb, postgres, tidb, or a JDBC URL without a password, jdbc:cubrid: too with --driver-jar; noop or fixed-delay:5ms, which hold nothing.",
                "key-value and uuid-set also redis, valkey or redis://host:port; key-value also tarantool, ferretdb, tarantool:// or mongodb://;"
                        + " uuid-set also hash-set, sorted-array, sorted-off-heap, open-addressing. Default: ${DEFAULT-VALUE}."
            })
    private String on;

    @Mixin
    private AccountOptions account;

    @Mixin
    @SuppressWarnings("unused") // its setter acts
    private DriverJarOptions driverJar;

    @Mixin
    private final DataOptions data;

    @Mixin
    private LoadOptions loading;

    @Spec
    private CommandSpec command;

    PackCommand(String driver) {
        this.data = new DataOptions(driver);
    }

    /** Returns the command that some arguments give; it was not run. */
    static PackCommand parsed(List<String> arguments) {
        CommandLine pack = new CommandLine(new LabRunCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments.toArray(String[]::new))
                .subcommand()
                .commandSpec()
                .commandLine();
        if (pack.getCommand() instanceof PackCommand comparable) {
            return comparable;
        }
        throw new SpecException(
                "found the pack " + pack.getCommandName() + ", expected one that loads a target, such as oltp");
    }

    /** The wishes of its options, each by itself. */
    abstract PackSpec pack();

    /** Returns the run that the options describe; an option without effect is refused. */
    final PackSpec spec() {
        PackSpec spec = pack();
        OptionRules.refuse(command.commandLine().getParseResult(), spec);
        return spec;
    }

    @Override
    public Integer call() {
        return new LoadTerminal(command.commandLine().getOut(), loading.quiet())
                .run(spec(), account, loading.out(), loading.agents());
    }

    String on() {
        return on;
    }

    AccountOptions account() {
        return account;
    }

    DataOptions data() {
        return data;
    }

    LoadOptions loading() {
        return loading;
    }
}
