package dev.espalier.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import dev.espalier.Settings;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.UrlAccount;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier copy}: copies a database to another engine. */
@Command(name = "copy", mixinStandardHelpOptions = true, sortOptions = false, exitCodeOnExecutionException = TransferWork.REFUSED,
        description = "Copies a database of Espalier to another one of any engine: objects with their ids and versions, and the model. Needs no classes, and constant"
                + " memory. Prints the checksum that both have. If it is killed, the same command goes on. Exit code: 0 copied, 1 it has begun and not ended: the same"
                + " command goes on, 2 it could not begin, nothing was changed.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier copy jdbc:sqlite:shop.db jdbc:h2:./shop",
            "  espalier copy jdbc:sqlite:shop.db jdbc:mysql://db.example/shop --to-user shop --to-password-env SHOP_PASSWORD",
            ""})
final class CopyCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOptions database;

    @Parameters(index = "1", paramLabel = "TO", description = "The URL of a database without objects. A file is made.")
    private String to;

    @Option(names = "--to-user", paramLabel = "NAME", description = "Account of the server of TO; where there is none, that of the URL.")
    private String toUser;

    @Option(names = "--to-password-env", paramLabel = "NAME", description = "Environment variable that holds its password.")
    private String toVariable;

    @Option(names = "--to-password-file", paramLabel = "FILE", description = "File whose first line is its password.")
    private Path toFile;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Settings from = database.settings();
        Settings target = target();
        if (database.url().equals(to)) {
            throw new SpecException("TO: found the database that is copied, expected another one");
        }
        return TransferWork.run(command, transfer -> transfer.copy(database.url(), from, to, target), TransferWork::line);
    }

    private Settings target() {
        if (toVariable != null && toFile != null) {
            throw new SpecException("--to-password-env: found it with --to-password-file, expected one of both");
        }
        if ((toUser != null || toVariable != null || toFile != null) && UrlAccount.hasPassword(to)) {
            throw new SpecException("--to-user: found it with a URL that names user and password, expected one of both");
        }
        Password password = toVariable != null ? Password.fromVariable(toVariable, System.getenv()) : toFile != null ? Password.fromFile(toFile) : Password.NONE;
        return Settings.defaults().user(toUser).password(password == Password.NONE ? null : password.reveal());
    }
}
