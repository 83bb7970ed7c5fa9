package dev.espalier.cli;

import dev.espalier.Settings;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier copy}: copies a database to another engine. */
@Command(
        name = "copy",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = TransferWork.REFUSED,
        description = {
            "Copies a database to another one of any engine.",
            "Copies the model, and objects with their ids and versions. Needs no Java classes, and constant memory. Prints the checksum of both databases.",
            "If the copy is killed, the same command continues it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The database was copied.",
            "1:The copy was begun and failed. The same command continues it.",
            "2:The copy could not begin. Nothing was changed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier copy jdbc:sqlite:shop.db jdbc:h2:./shop",
            "  espalier copy jdbc:sqlite:shop.db jdbc:mysql://db.example/shop --to-user shop --to-password-env SHOP_PASSWORD",
            ""
        })
final class CopyCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOptions database;

    @Parameters(index = "1", paramLabel = "TO", description = "The URL of a database without objects. A file is made.")
    private String to;

    @Option(
            names = "--to-user",
            paramLabel = "NAME",
            description = "Account of the server of TO. Default: that of the URL.")
    private @Nullable String toUser;

    @Option(
            names = "--to-password-env",
            paramLabel = "NAME",
            description = "Environment variable that holds its password.")
    private @Nullable String toVariable;

    @Option(names = "--to-password-file", paramLabel = "FILE", description = "File whose first line is its password.")
    private @Nullable Path toFile;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Settings from = database.settings();
        Settings target = target();
        if (database.url().equals(to)) {
            throw new UsageException("TO: found the database that is copied, expected another one");
        }
        return TransferWork.run(
                command, transfer -> transfer.copy(database.url(), from, to, target), TransferWork::line);
    }

    private Settings target() {
        Urls.check("TO", to);
        if (toVariable != null && toFile != null) {
            throw new UsageException("--to-password-env: found it with --to-password-file, expected one of both");
        }
        if ((toUser != null || toVariable != null || toFile != null) && UrlAccount.hasPassword(to)) {
            throw new UsageException(
                    "--to-user: found it with a URL that names user and password, expected one of both");
        }
        String password = toVariable != null
                ? PasswordOptions.ofVariable("--to-password-env", toVariable)
                : toFile != null ? PasswordOptions.ofFile("--to-password-file", toFile) : "";
        return Settings.defaults().user(toUser).password(password.isEmpty() ? null : password);
    }
}
