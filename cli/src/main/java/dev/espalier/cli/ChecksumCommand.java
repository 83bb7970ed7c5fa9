package dev.espalier.cli;

import dev.espalier.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier checksum}: the checksum of all objects. */
@Command(
        name = "checksum",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = TransferWork.REFUSED,
        description = {
            "Prints a checksum over all objects of a database, and their number.",
            "The checksum is the same on every engine."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The checksum was printed.",
            "1:The checksum was begun and failed.",
            "2:The database could not be read."
        })
final class ChecksumCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOptions database;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Settings settings = database.settings();
        return TransferWork.run(command, transfer -> transfer.checksum(database.url(), settings), TransferWork::line);
    }
}
