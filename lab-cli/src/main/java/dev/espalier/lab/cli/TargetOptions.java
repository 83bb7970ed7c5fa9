package dev.espalier.lab.cli;

import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Target;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options for the target of a pack, the same for each. */
final class TargetOptions {

    @Option(
            names = "--on",
            paramLabel = "TARGET",
            defaultValue = "sqlite",
            description =
                    "sqlite, mysql, mariadb, postgres, tidb, or a JDBC URL without a password; the pack objects also h2 and duckdb. Default: ${DEFAULT-VALUE}.")
    private String on;

    @Mixin
    private AccountOptions account;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    String on() {
        return on;
    }

    /** Returns the target; SQLite's files are in the folder of the results. */
    Target find(Path out) {
        return found(Folders.targets(out)::find);
    }

    /** Returns the target, H2 and DuckDB among them; files are in the folder of the results. */
    Target findAny(Path out) {
        return found(Folders.targets(out)::findAny);
    }

    private interface Finder {
        Target find(String on, String user, Password password);
    }

    private Target found(Finder finder) {
        OptionRules.refuse(command.commandLine().getParseResult(), on);
        Target target = finder.find(on, account.user(), account.password());
        if (target.engine() == Engine.CUBRID) {
            throw new SpecException(
                    "--on: found a URL of CUBRID, expected another engine: CUBRID is a target of loads, such as forty-tables");
        }
        return target;
    }
}
