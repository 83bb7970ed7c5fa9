package dev.espalier.cli;

import dev.espalier.Settings;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier import}: imports an export. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = TransferWork.REFUSED,
        description = {
            "Imports an export into an empty database, or into one with the same model.",
            "An empty database gets the model of the export. Objects keep their ids and versions. All files are checked before anything is written. Prints the checksum."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The objects were imported.",
            "1:The import was begun and failed. The same command begins it anew.",
            "2:The import could not begin. Nothing was changed: the files are damaged, an id is taken, or the database has another model."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier import jdbc:h2:./shop shop",
            "  espalier import jdbc:postgresql://db.example/shop shop --user shop --password-env SHOP_PASSWORD",
            ""
        })
final class ImportCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOptions database;

    @Parameters(index = "1", paramLabel = "DIR", description = "The folder of the export.")
    private Path folder;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Settings settings = database.settings();
        return TransferWork.run(
                command, transfer -> transfer.importFrom(database.url(), settings, folder), TransferWork::line);
    }
}
