package dev.espalier.cli;

import dev.espalier.Database;
import dev.espalier.Node;
import dev.espalier.Query;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.console.ParameterText;
import dev.espalier.error.QueryException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier query}: asks a database a query, without the classes of its objects. Data go to standard output, everything else to standard error. */
@Command(
        name = "query",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeOnExecutionException = QueryCommand.NOT_ASKED,
        description = {"Runs a query and prints the objects, or values of them as rows.", "Needs no Java classes."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:The query was answered.", "1:The query is wrong.", "2:The query could not be run."},
        footerHeading = "%nExamples:%n",
        footer = {
            "  espalier query jdbc:sqlite:shop.db Order \"buyer.name = 'Ada' ORDER BY due\"",
            "  espalier query jdbc:sqlite:shop.db Order 'due < :day' --with day=2026-12-01 --jsonl --depth 2",
            "  espalier query jdbc:sqlite:shop.db Order --select \"buyer.name AS buyer, COUNT(*) AS orders ORDER BY orders DESC LIMIT 10\"",
            "  espalier query jdbc:sqlite:shop.db Order --select \"id, due, buyer.name AS buyer\" --parquet --out orders.parquet",
            "  echo 'COUNT(lines) > 2' | espalier query jdbc:mysql://db.example/shop Order - --user shop --password-env SHOP_PASSWORD --csv",
            ""
        })
final class QueryCommand implements Callable<Integer> {

    static final int NOT_ASKED = 2;

    private static final int ANSWERED = 0;
    private static final int WRONG = 1;

    /** A table waits for all of its rows, to find the widths of the columns. */
    private static final int ROWS_OF_A_TABLE = 100;

    /** The options that have no meaning for rows of values. */
    private static final List<String> OF_OBJECTS = List.of("--depth", "--only", "--follow", "--complete");

    @Mixin
    private DatabaseOptions database;

    @Parameters(index = "1", paramLabel = "CLASS", description = "The class of the objects.")
    private String className;

    @Parameters(
            index = "2",
            paramLabel = "RQL",
            arity = "0..1",
            defaultValue = "",
            description = "The query; all objects if there is none; - reads it from" + " standard input.")
    private String rql;

    @Option(
            names = "--select",
            paramLabel = "COLUMNS",
            description = "Print rows of these columns in place of the objects: paths, what is computed of them, and"
                    + " aggregates of groups, then HAVING, ORDER BY and LIMIT if need be.")
    private @Nullable String selection;

    /** How objects and rows are printed. */
    private static final class Format {
        @Option(names = "--table", description = "Print a table, which is the default.")
        @SuppressWarnings("unused") // the default, which the option names
        private boolean table;

        @Option(names = "--json", description = "Print one JSON array.")
        private boolean json;

        @Option(names = "--jsonl", description = "Print a JSON object in each line.")
        private boolean jsonl;

        @Option(names = "--csv", description = "Print comma-separated values with a header, as RFC 4180 has them.")
        private boolean csv;

        @Option(
                names = "--parquet",
                description = "Write the rows of --select as Parquet, with the types of their fields, to --out.")
        private boolean parquet;
    }

    @ArgGroup
    private Format format = new Format();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write to this new file in place of standard output, in another format than a table. After a"
                    + " failure, or Ctrl-C, there is no file.")
    private @Nullable Path file;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "Print N objects or rows at most. Default: " + ROWS_OF_A_TABLE + " in a table, all elsewhere.")
    private @Nullable Integer limit;

    @Option(
            names = "--depth",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Print the objects within N references of an object as a part of it, in JSON. Default: ${DEFAULT-VALUE}, their classes and ids.")
    private int depth;

    @Option(
            names = "--only",
            paramLabel = "PATH",
            split = ",",
            description = "Read only the objects on these paths, for example lines.product. Default: the bounds of"
                    + " the class, or all.")
    private List<String> only = List.of();

    @Option(
            names = "--follow",
            paramLabel = "PATH",
            split = ",",
            description = "Read these inverse collections of other objects than those that the query finds, too, for"
                    + " example buyer.orders.")
    private List<String> follow = List.of();

    @Option(
            names = "--complete",
            description = "Read all inverse collections, and whatever the bounds of the class leave out.")
    private boolean complete;

    @Option(
            names = "--with",
            paramLabel = "NAME=VALUE",
            description = "Set the parameter :NAME. A number, TRUE, FALSE and NULL are what they are; everything"
                    + " else, and whatever stands in single quotes, is a text.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--explain", description = "Print how the query is answered, and no objects.")
    private boolean explain;

    @Spec
    private CommandSpec command;

    private volatile boolean isCancelled;

    @Override
    public Integer call() {
        if (depth < 0 || limit != null && limit < 0) {
            throw new UsageException(
                    (depth < 0 ? "--depth: found " + depth : "--limit: found " + limit) + ", expected 0 or more");
        }
        if (complete && !(only.isEmpty() && follow.isEmpty())) {
            throw new UsageException(
                    "--complete: found it with " + (only.isEmpty() ? "--follow" : "--only") + ", expected one of both");
        }
        if (selection != null) {
            refuseOptionsOfObjects();
        }
        requireFileOrNone();
        String text = text();
        if (file != null) {
            return written(text, file);
        }
        return ClosedAtSignal.work(
                () -> Database.openCatalog(database.url(), database.settings()), db -> answer(db, text));
    }

    private void refuseOptionsOfObjects() {
        for (String option : OF_OBJECTS) {
            if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new UsageException(option + ": found it with --select, expected one of both");
            }
        }
    }

    private void requireFileOrNone() {
        if (format.parquet && (selection == null || file == null)) {
            throw new UsageException("--parquet: found it without " + (file == null ? "--out" : "--select")
                    + ", expected it with --select and --out");
        }
        if (format.parquet && limit != null) {
            throw new UsageException("--limit: found it with --parquet, expected LIMIT in --select");
        }
        if (file != null && (explain || isTable())) {
            throw new UsageException(
                    explain
                            ? "--out: found it with --explain, expected one of both"
                            : "--out: found it for a table, expected --json, --jsonl, --csv or --parquet");
        }
    }

    /** A signal ends the command before the process, so that no part of a file stays. */
    private int written(String text, Path to) {
        Thread asking = Thread.currentThread();
        return CtrlC.ends(
                () -> {
                    isCancelled = true;
                    asking.interrupt();
                },
                () -> {
                    try (Database db = Database.openCatalog(database.url(), database.settings())) {
                        return answer(db, text);
                    } catch (RuntimeException e) {
                        if (!isCancelled) {
                            throw e;
                        }
                        command.commandLine().getErr().println("espalier: cancelled; " + to + " was not written");
                        command.commandLine().getErr().flush();
                        return NOT_ASKED;
                    }
                });
    }

    private <T> Stream<T> untilCancelled(Stream<T> all) {
        return all.peek(one -> {
            if (isCancelled) {
                throw new CancellationException();
            }
        });
    }

    private void print(Consumer<PrintWriter> answer, PrintWriter out) {
        if (file == null) {
            answer.accept(out);
        } else {
            OutputFile.write(file, answer);
        }
    }

    private void writeParquet(RowQuery<Row> rows, Path to) {
        try (TransferLine line = new TransferLine(command.commandLine().getErr())) {
            line.transfer().cancelledBy(() -> isCancelled).exportRows(rows, to);
        }
    }

    private int answer(Database db, String text) {
        PrintWriter out = command.commandLine().getOut();
        try {
            Query<Node> query = db.nodes().query(className, text);
            for (Map.Entry<String, String> parameter : parameters.entrySet()) {
                query = query.with(parameter.getKey(), value(parameter.getKey(), parameter.getValue()));
            }
            if (selection != null) {
                RowQuery<Row> rows = query.select(selection);
                if (explain) {
                    out.println(rows.explain());
                } else if (format.parquet && file != null) {
                    writeParquet(rows, file);
                } else {
                    print(to -> print(new NodeText(db), rows, to), out);
                }
                return ANSWERED;
            }
            query = bounded(query);
            boolean isNested = format.json || format.jsonl;
            // An object one reference further away is shown by its class and id.
            query = query.depthAtMost((isNested ? depth : 0) + 1);
            if (explain) {
                out.println(query.explain());
            } else {
                Query<Node> asked = query;
                print(to -> print(db, asked, to), out);
            }
        } catch (QueryException e) {
            command.commandLine().getErr().println("espalier: " + e.getMessage());
            return WRONG;
        } finally {
            out.flush();
        }
        return ANSWERED;
    }

    /** Without an option, the bounds of the class count. */
    private Query<Node> bounded(Query<Node> query) {
        Query<Node> bounded = complete ? query.complete() : query;
        bounded = only.isEmpty() ? bounded : bounded.only(only.toArray(String[]::new));
        return follow.isEmpty() ? bounded : bounded.follow(follow.toArray(String[]::new));
    }

    private static @Nullable Object value(String parameter, String text) {
        try {
            return ParameterText.read(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--with " + parameter + ": " + e.getMessage());
        }
    }

    private String text() {
        if (!rql.equals("-")) {
            return rql;
        }
        try {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void print(Database db, Query<Node> query, PrintWriter out) {
        boolean isTable = isTable();
        NodeText text = new NodeText(db);
        long most = most();
        try (Stream<Node> nodes = query.stream()) {
            Stream<Node> shown = untilCancelled(nodes.limit(isTable && most < Long.MAX_VALUE ? most + 1 : most));
            if (format.jsonl) {
                shown.forEach(node -> out.println(text.json(node, depth)));
            } else if (format.json) {
                RowFormat.printArray(shown.map(node -> text.json(node, depth)), out);
            } else if (format.csv) {
                List<String> columns = text.columns(className);
                out.print(NodeText.csv(columns));
                shown.forEach(node -> out.print(NodeText.csv(text.cells(node, columns))));
            } else {
                List<Node> rows = shown.toList();
                text.table(text.columns(className), rows.subList(0, (int) Math.min(most, rows.size())))
                        .forEach(out::println);
                if (rows.size() > most) {
                    printThatThereAreMore(most + " objects");
                }
            }
        }
    }

    private void print(NodeText text, RowQuery<Row> query, PrintWriter out) {
        List<String> columns = query.columns();
        boolean isTable = isTable();
        long most = most();
        try (Stream<Row> rows = query.stream()) {
            Stream<Row> shown = untilCancelled(rows.limit(isTable && most < Long.MAX_VALUE ? most + 1 : most));
            if (!isTable) {
                RowFormat rowFormat = format.json ? RowFormat.JSON : format.jsonl ? RowFormat.JSONL : RowFormat.CSV;
                rowFormat.print(text, columns, shown, out);
            } else {
                List<Row> some = shown.toList();
                text.tableOfRows(columns, some.subList(0, (int) Math.min(most, some.size())))
                        .forEach(out::println);
                if (some.size() > most) {
                    printThatThereAreMore(most + " rows");
                }
            }
        }
    }

    private boolean isTable() {
        return !format.json && !format.jsonl && !format.csv && !format.parquet;
    }

    private long most() {
        return limit != null ? limit : isTable() ? ROWS_OF_A_TABLE : Long.MAX_VALUE;
    }

    private void printThatThereAreMore(String shown) {
        command.commandLine().getErr().println("espalier: there are more than " + shown + "; --limit shows more");
    }
}
