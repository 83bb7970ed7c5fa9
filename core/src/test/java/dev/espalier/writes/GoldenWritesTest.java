package dev.espalier.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.internal.catalog.tables.Layout;
import dev.espalier.internal.dialect.Dialect;
import dev.espalier.internal.dialect.StandardDialect;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Place;
import dev.espalier.internal.jdbc.Replay;
import dev.espalier.internal.jdbc.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The statements of each case are what its golden file shows, on every engine. SQLite runs them; the other dialects answer their queries with what SQLite
 * has found, so no server is needed. {@code -Despalier.corpus.write=true} writes the files anew.
 */
class GoldenWritesTest {

    private static final Path ROOT = Path.of("src/test/resources/writes");
    private static final boolean WRITE = Boolean.getBoolean("espalier.corpus.write");
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final ConnectionOptions OPTIONS =
            new ConnectionOptions(null, null, 1, WAIT, WAIT, WAIT, WAIT, retry -> {});
    /** Rows of question marks behind the first one. */
    private static final Pattern ROWS = Pattern.compile("(\\([?,]+\\))((?:,\\1){3,})");

    static List<WriteCase> cases() {
        return WriteCase.ALL;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void statementsAreThoseOfTheGoldenFile(WriteCase writes, @TempDir Path folder) throws SQLException, IOException {
        String shown = shown(writes, "jdbc:sqlite:" + folder.resolve("books.db"));
        Path file = ROOT.resolve(writes.name() + ".sql");
        if (WRITE) {
            Files.writeString(file, shown);
        }

        assertThat(shown)
                .as("%s: run with -Despalier.corpus.write=true if the change is meant", writes)
                .isEqualTo(Files.exists(file) ? Files.readString(file) : "");
    }

    @Test
    void everyGoldenFileBelongsToACase() throws IOException {
        try (Stream<Path> files = Files.list(ROOT)) {
            assertThat(files.map(file -> file.getFileName().toString()).sorted().toList())
                    .isEqualTo(WriteCase.ALL.stream()
                            .map(writes -> writes.name() + ".sql")
                            .sorted()
                            .toList());
        }
    }

    private static String shown(WriteCase writes, String url) throws SQLException {
        try (Database db = Database.open(url, Model.of(Books.CLASSES))) {
            if (!writes.damage().isEmpty()) {
                db.store(WriteCase.full());
            }
        }
        List<Dialect> engines = StandardDialect.engines();
        Map<String, String> byText = new LinkedHashMap<>();
        try (ConnectionSource source = ConnectionSource.open(url, OPTIONS);
                Session real = source.session()) {
            Connection connection = real.connection();
            try (Statement statement = connection.createStatement()) {
                for (String damage : writes.damage()) {
                    statement.execute(damage);
                }
            }
            Replay first = Replay.on(connection, engines.get(0));
            Layout layout = Layout.read(real, new Place("the database", url));
            for (Dialect engine : engines) {
                Replay replay = engine == engines.get(0) ? first : first.as(engine);
                Play play = new Play(replay, layout);
                writes.play().accept(play);
                play.session().flush();
                byText.merge(text(replay.takeStatements()), engine.name(), (before, name) -> before + ", " + name);
            }
        }
        StringBuilder shown = new StringBuilder("-- " + writes.title() + "\n");
        byText.forEach(
                (text, names) -> shown.append("== ").append(names).append('\n').append(text));
        return shown.toString();
    }

    private static String text(List<String> statements) {
        return statements.isEmpty()
                ? "nothing is sent\n"
                : statements.stream().map(text -> abridged(text) + '\n').collect(Collectors.joining());
    }

    private static String abridged(String text) {
        Matcher rows = ROWS.matcher(text);
        return rows.replaceAll(found -> found.group(1) + ", ... ("
                + (1 + found.group(2).length() / (found.group(1).length() + 1)) + " rows)");
    }
}
