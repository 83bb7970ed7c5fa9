package dev.espalier.cli;

import dev.espalier.Explanation;
import dev.espalier.Node;
import dev.espalier.Page;
import dev.espalier.Query;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.Settings;
import dev.espalier.console.ParameterText;
import dev.espalier.error.ConnectionException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.error.QueryException;
import dev.espalier.health.Health;
import dev.espalier.transfer.Transfer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs statements and commands of the shell. Statements run in a thread of their own, so that Ctrl-C can end one. For one thread, and one that cancels. */
final class Shell implements AutoCloseable {

    /** The rows of which one table is made, if the query has no pages. */
    private static final int AT_ONCE = 1_000;

    static final int WRONG = 1;
    static final int FAILED = 2;

    private static final String HELP = """
            CLASS QUERY;              ask for objects, for example: Order buyer.name = 'Ada' ORDER BY due;
            CLASS QUERY \\select COLUMNS;
                                      ask for rows of values, computed and grouped, for example:
                                      Order \\select buyer.name AS buyer, COUNT(*) AS orders ORDER BY orders DESC;
            \\classes                  the classes
            \\class NAME               the attributes of a class; \\class alone those of all
            \\explain CLASS QUERY;     how a query is answered; a selection, too
            \\advice CLASS QUERY;      the indexes that would make it faster
            \\with NAME=VALUE          set the parameter :NAME; \\with alone shows all
            \\table, \\tree, \\json      how objects are printed; rows are a table if they are not JSON
            \\depth N                  within how many references objects are printed whole, in trees and JSON
            \\follow PATH              read these inverse collections of other objects, too, in place of the bounds of
                                      the class, for example buyer.orders; \\follow alone reads by these bounds again
            \\complete                 read all inverse collections, and whatever bounds leave out, until \\follow
            \\limit N                  objects or rows on a page
            \\verify                   check the database for damage
            \\export PATH              export all objects to a new folder
            \\export PATH CLASS QUERY; export the objects of a query to a new file
            \\export FILE CLASS QUERY \\select COLUMNS;
                                      export rows to a new file that ends in .parquet, .csv, .jsonl or .json
            \\quit                     end the shell
            As in other shells, with or without a semicolon:
            .tables, \\d, \\dt, show tables; .schema NAME, \\d NAME, describe NAME, desc NAME
            .help, help, \\h, \\?, ?; .quit, .exit, quit, exit, \\q
            A class of such a name is asked for as any other one: exit; is then a statement.""";

    /** The commands that look at the database. */
    private static final Set<String> ASKING =
            Set.of("\\classes", "\\class", "\\explain", "\\advice", "\\verify", "\\export");

    private enum View {
        TABLE,
        TREE,
        JSON
    }

    private final String url;
    private final Settings settings;
    private final ShellDatabase database;
    private final PrintWriter out;
    private final PrintWriter err;
    private final BooleanSupplier wantsMore;
    /** One command after the other, beside the keys: Ctrl-C ends a command, and not the shell. */
    private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "espalier-shell");
        thread.setDaemon(true);
        return thread;
    });

    private final Map<String, String> parameters = new LinkedHashMap<>();
    private volatile @Nullable Future<?> running;
    private volatile boolean isCancelled;
    private volatile @Nullable Thread executing;
    private View view = View.TABLE;
    private int depth = 1;
    /** Those of the class, if nothing is said. */
    private UnaryOperator<Query<Node>> bounds = UnaryOperator.identity();

    private int limit = 50;
    private int code;
    private boolean hasEnded;

    /** @param wantsMore whether to go on behind a page */
    Shell(String url, Settings settings, PrintWriter out, PrintWriter err, BooleanSupplier wantsMore) {
        this.url = url;
        this.settings = settings;
        this.out = out;
        this.err = err;
        this.wantsMore = wantsMore;
        this.database = ShellDatabase.open(url, settings);
    }

    ShellCatalog catalog() {
        return database.catalog();
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** The exit code: that of the last statement that failed; 0 if none has. */
    int code() {
        return code;
    }

    /** Whether the text is to be run; otherwise more lines are needed. */
    boolean isComplete(String text) {
        String line = text.strip();
        return line.isEmpty()
                || ForeignCommands.own(line, catalog()) != null
                        && !line.startsWith("\\explain")
                        && !line.startsWith("\\advice")
                        && !line.matches("(?s)\\\\export\\s+\\S+\\s+\\S.*")
                || ShellText.of(text, catalog()).isComplete();
    }

    /** Runs a statement or a command. A failure is printed, and the shell goes on. */
    void run(String text) {
        String line = text.strip();
        if (line.isEmpty()) {
            return;
        }
        isCancelled = false;
        Future<?> work = worker.submit(() -> execute(line));
        running = work;
        try {
            work.get();
        } catch (ExecutionException e) {
            failed(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            hasEnded = true;
        } finally {
            running = null;
            out.flush();
            err.flush();
        }
    }

    /** Cancels the statement that is running, by any thread. */
    void cancel() {
        isCancelled = true;
        Future<?> now = running;
        if (now != null && !now.isDone()) {
            interrupt();
        }
    }

    private void interrupt() {
        Thread thread = executing;
        if (thread != null) {
            thread.interrupt();
        }
    }

    private void failed(Throwable e) {
        if (isCancelled) {
            err.println("cancelled");
            code = FAILED;
        } else if (e instanceof QueryException) {
            err.println(e.getMessage());
            code = WRONG;
        } else if (e instanceof EspalierException || e instanceof IllegalArgumentException) {
            err.println(e.getMessage());
            if (e instanceof ConnectionException) {
                Whereabouts.print(err, e); // of other errors the database is known: it is open
            }
            code = FAILED;
        } else {
            err.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            code = FAILED;
        }
    }

    private void execute(String line) {
        executing = Thread.currentThread();
        try {
            if (isCancelled) {
                throw new CancellationException(); // Ctrl-C came before this thread could be interrupted
            }
            String before = ForeignCommands.own(line, catalog());
            if (before == null || ASKING.contains(before.split("\\s+", 2)[0])) {
                database.refresh();
            }
            String command = ForeignCommands.own(line, catalog());
            int selection = ShellText.selection(line);
            if (command == null && selection >= 0) {
                askForRows(line, selection);
            } else if (command == null) {
                ask(query(line));
            } else {
                command(command);
            }
        } finally {
            executing = null;
            if (Thread.interrupted()) {
                isCancelled = true;
            }
        }
    }

    // ---- commands

    private void command(String line) {
        String[] words = line.split("\\s+", 2);
        String rest = words.length > 1 ? words[1].strip() : "";
        if (words[0].equals(ShellText.SELECT)) {
            throw new IllegalArgumentException(
                    "found \\select without a class; expected CLASS QUERY \\select COLUMNS;");
        }
        switch (words[0]) {
            case "\\classes" ->
                database.classes()
                        .forEach(type -> out.println(type.name()
                                + (type.isAbstract() ? " (abstract)" : "")
                                + (type.superclasses().isEmpty()
                                        ? ""
                                        : " extends " + String.join(", ", type.superclasses()))));
            case "\\class" -> describe(rest);
            case "\\explain" -> out.println(explained(rest));
            case "\\advice" -> advise(explained(rest));
            case "\\verify" -> out.println(Health.of(database.db()).verify());
            case "\\export" -> export(rest);
            case "\\with" -> with(rest);
            case "\\table" -> view = View.TABLE;
            case "\\tree" -> view = View.TREE;
            case "\\json" -> view = View.JSON;
            case "\\depth" -> depth = number(rest, 0, 100);
            case "\\follow" -> bounds = rest.isEmpty() ? UnaryOperator.identity() : query -> query.follow(rest);
            case "\\complete" -> bounds = Query::complete;
            case "\\limit" -> limit = number(rest, 1, 100_000);
            case "\\help" -> out.println(HELP);
            case "\\quit" -> hasEnded = true;
            default -> throw new IllegalArgumentException(unknown(words[0]));
        }
    }

    private static String unknown(String command) {
        List<String> known = Stream.concat(ShellCompleter.COMMANDS.stream(), ForeignCommands.marked().stream())
                .toList();
        String near = Nearest.to(command, known)
                .map(name -> " did you mean " + name + "?")
                .orElse("");
        return "found " + command + "; expected a command;" + near + " \\help shows all commands";
    }

    private static int number(String text, int least, int most) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("found '" + text + "'; expected a number from " + least + " to " + most);
    }

    private void describe(String name) {
        if (name.isEmpty()) {
            catalog().classes().forEach((one, type) -> {
                out.println(one);
                describe(type);
            });
            return;
        }
        ShellCatalog.Type type = Optional.ofNullable(catalog().type(name))
                .or(() -> catalog().classes().values().stream()
                        .filter(one -> one.name().equalsIgnoreCase(name))
                        .findFirst())
                .orElse(null);
        if (type == null) {
            throw new IllegalArgumentException("found the class '" + name + "'; expected one of "
                    + String.join(", ", catalog().classes().keySet()));
        }
        describe(type);
    }

    private void describe(ShellCatalog.Type type) {
        describe("  ", type.fields());
        catalog().inverseSteps(type).forEach(step -> out.println("  " + step));
    }

    private void describe(String indent, Map<String, ShellCatalog.Field> fields) {
        fields.values().forEach(field -> {
            out.println(indent + field.name() + ": " + field.type());
            describe(indent + "  ", field.components());
        });
    }

    private void advise(Explanation explanation) {
        if (explanation.advice().isEmpty()) {
            out.println("no index is missing");
        }
        explanation
                .advice()
                .forEach(one -> out.printf(
                        Locale.ROOT, "%s: %,.0f times fewer rows%n  %s%n", one.place(), one.gain(), one.statement()));
    }

    private void with(String text) {
        int equal = text.indexOf('=');
        if (equal > 0) {
            parameters.put(
                    text.substring(0, equal).strip(), text.substring(equal + 1).strip());
        } else if (text.isEmpty()) {
            parameters.forEach((name, value) -> out.println(name + "=" + value));
        } else {
            throw new IllegalArgumentException("found '" + text + "'; expected NAME=VALUE");
        }
    }

    private void export(String rest) {
        String query = rest.replaceFirst("^\\S+", ""); // a quote in the path begins no text
        if (ShellText.selection(query) >= 0) {
            exportRows(rest, rest.length() - query.length() + ShellText.selection(query));
            return;
        }
        String[] words = withoutEnd(rest).split("\\s+", 3);
        if (words[0].isEmpty()) {
            throw new IllegalArgumentException("found no path; expected \\export PATH");
        }
        Transfer transfer = new Transfer().cancelledBy(() -> isCancelled);
        Transfer.Result result = words.length == 1
                ? transfer.export(url, settings, Path.of(words[0]))
                : transfer.export(url, settings, words[1], words.length > 2 ? words[2] : "", Path.of(words[0]));
        out.println("exported " + result.objects() + " objects to " + words[0]);
    }

    private void exportRows(String rest, int selection) {
        String[] words = rest.substring(0, selection).strip().split("\\s+", 2);
        Path file = Path.of(words[0]);
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        Optional<RowFormat> format = Stream.of(RowFormat.values())
                .filter(one -> name.endsWith("." + one.name().toLowerCase(Locale.ROOT)))
                .findFirst();
        boolean isParquet = name.endsWith(".parquet");
        if (!isParquet && format.isEmpty()) {
            throw new IllegalArgumentException("found the file " + words[0]
                    + "; expected a name that ends in .parquet, .csv, .jsonl or .json, which says the format of rows");
        }
        RowQuery<Row> query = query(words.length > 1 ? words[1] : "", rest)
                .query
                .select(withoutEnd(rest.substring(selection + ShellText.SELECT.length())));
        long[] count = new long[1];
        if (isParquet) {
            count[0] = new Transfer().cancelledBy(() -> isCancelled).exportRows(query, file);
        } else {
            List<String> columns = query.columns();
            OutputFile.write(file, to -> {
                try (Stream<Row> rows = query.stream()) {
                    format.get().print(text(), columns, rows.peek(row -> countUntilCancelled(count)), to);
                }
            });
        }
        out.println("exported " + count[0] + (count[0] == 1 ? " row" : " rows") + " to " + words[0]);
    }

    private void countUntilCancelled(long[] count) {
        if (isCancelled) {
            throw new CancellationException();
        }
        count[0]++;
    }

    // ---- queries

    private record Asked(String className, Query<Node> query) {}

    private static String withoutEnd(String text) {
        String line = text.strip();
        return line.endsWith(";") ? line.substring(0, line.length() - 1).strip() : line;
    }

    private Asked query(String text) {
        return query(text, text);
    }

    /** @param all the text in which parameters are looked for */
    private Asked query(String text, String all) {
        String[] words = withoutEnd(text).split("\\s+", 2);
        if (words[0].isEmpty()) {
            throw new IllegalArgumentException("found no class; expected CLASS QUERY;");
        }
        if (!catalog().names().contains(words[0])) {
            throw new IllegalArgumentException("found the class " + words[0] + "; expected one of "
                    + String.join(", ", catalog().classes().keySet())
                    + Nearest.meant(words[0], catalog().classes().keySet()) + "; \\help shows what can be asked");
        }
        Query<Node> query = database.db().nodes().query(words[0], words.length > 1 ? words[1] : "");
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            if (all.matches("(?s).*:" + Pattern.quote(parameter.getKey()) + "\\b.*")) {
                query = query.with(parameter.getKey(), ParameterText.read(parameter.getValue()));
            }
        }
        return new Asked(words[0], query);
    }

    /** Within the bounds that were said, or those of the class, and as deep as the view shows it. An object one reference further away is shown by its class and id. */
    private Query<Node> asShown(Query<Node> query) {
        return bounds.apply(query).depthAtMost((view == View.TABLE ? 0 : depth) + 1);
    }

    private void ask(Asked asked) {
        Query<Node> query = asShown(asked.query);
        List<String> columns = view == View.TABLE ? text().columns(asked.className) : List.of();
        long count = 0;
        String key = null;
        do {
            Page<Node> page;
            try {
                page = query.page(limit, key);
            } catch (QueryException e) {
                if (e.errorCode() != ErrorCode.PAGED_LIMIT) {
                    throw e;
                }
                count = printWithoutPages(query, columns);
                break;
            }
            print(page.objects(), columns);
            count += page.objects().size();
            key = page.next();
            out.flush();
        } while (key != null && !isCancelled && wantsMore.getAsBoolean());
        err.println(count + (count == 1 ? " object" : " objects") + (key == null ? "" : ", and more"));
    }

    /** How objects, or with a selection rows, are found. */
    private Explanation explained(String line) {
        int selection = ShellText.selection(line);
        return selection < 0
                ? asShown(query(line).query).explain()
                : rows(line, selection).explain();
    }

    /** @param selection the place of its word */
    private RowQuery<Row> rows(String line, int selection) {
        String columnsText = withoutEnd(line.substring(selection + ShellText.SELECT.length()));
        return query(line.substring(0, selection), line).query.select(columnsText);
    }

    private void askForRows(String line, int selection) {
        RowQuery<Row> query = rows(line, selection);
        List<String> columns = query.columns();
        int count = 0;
        boolean hasMore;
        try (Stream<Row> rows = query.stream()) {
            Iterator<Row> next = rows.iterator();
            do {
                List<Row> page = new ArrayList<>();
                while (next.hasNext() && page.size() < limit) {
                    page.add(next.next());
                }
                List<String> lines = view == View.JSON
                        ? page.stream().map(text()::json).toList()
                        : page.isEmpty() ? List.of() : text().tableOfRows(columns, page);
                lines.forEach(out::println);
                count += page.size();
                hasMore = next.hasNext();
                out.flush();
            } while (hasMore && !isCancelled && wantsMore.getAsBoolean());
        }
        err.println(count + (count == 1 ? " row" : " rows") + (hasMore ? ", and more" : ""));
    }

    /** A query with a LIMIT of its own has no pages, and wants none. */
    private long printWithoutPages(Query<Node> query, List<String> columns) {
        long count = 0;
        try (Stream<Node> all = query.stream()) {
            Iterator<Node> nodes = all.iterator();
            while (nodes.hasNext() && !isCancelled) {
                List<Node> some = new ArrayList<>();
                while (nodes.hasNext() && some.size() < AT_ONCE) {
                    some.add(nodes.next());
                }
                print(some, columns);
                out.flush();
                count += some.size();
            }
        }
        return count;
    }

    private NodeText text() {
        return new NodeText(database.db());
    }

    private void print(List<Node> nodes, List<String> columns) {
        List<String> lines = switch (view) {
            case TABLE -> nodes.isEmpty() ? List.of() : text().table(columns, nodes);
            case TREE ->
                nodes.stream()
                        .flatMap(node -> NodeTree.lines(text(), node, depth).stream())
                        .collect(Collectors.toCollection(ArrayList::new));
            case JSON -> nodes.stream().map(node -> text().json(node, depth)).toList();
        };
        lines.forEach(out::println);
    }

    @Override
    public void close() {
        cancel();
        worker.shutdownNow();
        database.close();
    }
}
