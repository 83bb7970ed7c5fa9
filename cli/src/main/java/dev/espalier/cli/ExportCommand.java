package dev.espalier.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;

import dev.espalier.Settings;
import dev.espalier.Transfer;
import dev.espalier.lab.spec.SpecException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier export}: writes the objects of a database to files. */
@Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false, exitCodeOnExecutionException = TransferWork.REFUSED,
        description = "Exports the objects of a database of Espalier, in one snapshot: a file with JSON lines for each class and manifest.json, or with --class one file; with --format parquet, Parquet files."
                + " Needs no classes, and constant memory. Prints the checksum. Exit code: 0 exported, 1 it has begun and not ended: its files are deleted, 2 it could not"
                + " begin.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier export jdbc:sqlite:shop.db --out shop",
            "  espalier export jdbc:sqlite:shop.db --class Order --where \"buyer.name = 'Ada'\" --out orders.jsonl",
            "  espalier export jdbc:sqlite:shop.db --format parquet --out shop-parquet",
            ""})
final class ExportCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOptions database;

    @Option(names = "--class", paramLabel = "CLASS", description = "Export objects of this class only. Such a file cannot be imported.")
    private String className;

    @Option(names = "--where", paramLabel = "RQL", description = "Export the objects that fulfil this query only; with --class.")
    private String rql;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "jsonl", description = "jsonl, or parquet for other tools, which cannot be imported. Default: ${DEFAULT-VALUE}.")
    private FormatName format;

    /** As typed. */
    enum FormatName { jsonl, parquet }

    @Option(names = "--out", paramLabel = "PATH", required = true, description = "A new folder; with --class a new file.")
    private Path out;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Settings settings = database.settings();
        if (rql != null && className == null) {
            throw new SpecException("--where: found it without --class, expected both");
        }
        Transfer.Format chosen = format == FormatName.parquet ? Transfer.Format.PARQUET : Transfer.Format.JSON_LINES;
        return TransferWork.run(command, transfer -> className == null ? transfer.export(database.url(), settings, out, chosen)
                : transfer.export(database.url(), settings, className, rql == null ? "" : rql, out, chosen), TransferWork::line);
    }
}
