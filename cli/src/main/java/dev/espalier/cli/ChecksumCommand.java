package dev.espalier.cli;

import java.util.concurrent.Callable;

import dev.espalier.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier checksum}: the checksum of all objects. */
@Command(name = "checksum", mixinStandardHelpOptions = true, sortOptions = false, exitCodeOnExecutionException = TransferWork.REFUSED,
        description = "Prints a checksum over all objects of a database, which is the same on every engine, and how many there are. Exit code: 0 printed, 1 it has begun and"
                + " not ended, 2 the database could not be read.")
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
