package dev.espalier.cli;

import dev.espalier.Settings;
import dev.espalier.transfer.Transfer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier export}: writes the objects of a database to files. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = TransferWork.REFUSED,
        description = {
            "Exports the objects of a database to files, in one snapshot.",
            "Writes a file with JSON lines for each class, and manifest.json; with --class one file; with --format parquet Parquet files.",
            "Needs no Java classes, and constant memory. Prints the checksum."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The objects were exported.",
            "1:The export was begun and failed. Its files are deleted.",
            "2:The export could not begin."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier export jdbc:sqlite:shop.db --out shop",
            "  espalier export jdbc:sqlite:shop.db --class Order --where \"buyer.name = 'Ada'\" --out orders.jsonl",
            "  espalier export jdbc:sqlite:shop.db --format parquet --out shop-parquet",
            ""
        })
final class ExportCommand implements Callable<Integer> {

    @Mixin
    private DatabaseOptions database;

    @Option(
            names = "--class",
            paramLabel = "CLASS",
            description = "Export objects of this class only. Such a file cannot be imported.")
    private @Nullable String className;

    @Option(
            names = "--where",
            paramLabel = "RQL",
            description = "Export the objects that fulfil this query only; with --class.")
    private @Nullable String rql;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "jsonl",
            description = "jsonl, or parquet for other tools, which cannot be imported. Default: ${DEFAULT-VALUE}.")
    private FormatName format;

    /** As typed. */
    enum FormatName {
        jsonl,
        parquet
    }

    @Option(
            names = "--out",
            paramLabel = "PATH",
            required = true,
            description = "A new folder; with --class a new file.")
    private Path out;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Settings settings = database.settings();
        if (rql != null && className == null) {
            throw new UsageException("--where: found it without --class, expected both");
        }
        Transfer.Format chosen = format == FormatName.parquet ? Transfer.Format.PARQUET : Transfer.Format.JSON_LINES;
        return TransferWork.run(
                command,
                transfer -> className == null
                        ? transfer.export(database.url(), settings, out, chosen)
                        : transfer.export(database.url(), settings, className, rql == null ? "" : rql, out, chosen),
                TransferWork::line);
    }
}
