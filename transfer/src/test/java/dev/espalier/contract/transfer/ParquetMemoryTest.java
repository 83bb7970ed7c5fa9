package dev.espalier.contract.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.espalier.BulkWriter;
import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.TestDatabase;
import dev.espalier.transfer.Transfer;
import dev.espalier.transfer.Transfer.Format;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Large rows are exported to Parquet in bounded memory: Java's, and what DuckDB takes beside it. */
@EngineIndependent
class ParquetMemoryTest {

    /** The fewer, 96 MB of text, are more than the heap and than two row groups hold. */
    private static final int ROWS = TestDatabase.isEndurance() ? 6_000 : 2_400;

    private static final int CHARACTERS = 40_000;
    private static final int HEAP_MB = 64;
    /** DuckDB's limit, and the code and threads of the virtual machine. */
    private static final int BESIDE_THE_HEAP_MB = 256 + 192;
    /** A row group ends with the rows that exceed 32 MB. */
    private static final long ROW_GROUP_BYTES = 40L << 20;

    /** An object with a long text. */
    static final class Page {
        Long id;
        int number;
        String text = "";
    }

    private static final String EXPORTED = "exported";

    /** The export of a class, or of rows, in a process with a small heap, which ends with its input. */
    static final class Exporting {

        private Exporting() {}

        /** @param arguments the URL, the folder of the export, and the columns of rows; no columns for whole objects */
        public static void main(String[] arguments) throws IOException {
            Path folder = Path.of(arguments[1]);
            if (arguments[2].isEmpty()) {
                new Transfer().export(arguments[0], Settings.defaults(), folder, Format.PARQUET);
            } else {
                try (Database db = Database.openCatalog(arguments[0], Settings.defaults())) {
                    new Transfer()
                            .exportRows(
                                    db.nodes().query("Page", "").select(arguments[2]), folder.resolve("Page.parquet"));
                }
            }
            System.out.println(EXPORTED);
            System.in.read(); // until its memory was looked at
        }
    }

    private static void store(String url, int rows, int characters) {
        String words = "the same words again and again; ".repeat(characters / 32);
        try (Database db = Database.open(url, Model.of(Page.class));
                BulkWriter writer = db.bulkWriter()) {
            for (int i = 0; i < rows; i++) {
                Page page = new Page();
                page.number = i;
                page.text = i + " " + words;
                writer.store(page);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 1", "'id, number, text', 5"}) // a selection reads a thousand rows at a time
    void rowGroupsOfLargeRowsAreBoundedByBytes(String columns, int more, @TempDir Path folder) throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/status")), "only Linux reports the memory of a process there");
        String url = "jdbc:sqlite:" + folder.resolve("pages.db");
        int count = ROWS * more;
        int characters = CHARACTERS / more;
        store(url, count, characters);
        Path messages = folder.resolve("messages");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + HEAP_MB + "m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Exporting.class.getName(),
                        url,
                        folder.resolve("out").toString(),
                        columns)
                .redirectErrorStream(true)
                .redirectOutput(new File(messages.toString()))
                .start();
        long most = 0;
        try {
            boolean isExported;
            do {
                isExported = Files.readString(messages).contains(EXPORTED);
                most = Math.max(most, ownMemoryMb(process.pid()));
            } while (!isExported && !process.waitFor(20, TimeUnit.MILLISECONDS));
            process.getOutputStream().close();
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(messages)).isZero();
        assertThat(most)
                .as("MB of the process, without pages of files")
                .isBetween(10L, (long) HEAP_MB + BESIDE_THE_HEAP_MB);
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement();
                ResultSet groups = statement.executeQuery(
                        "SELECT count(DISTINCT row_group_id), max(row_group_bytes), min(row_group_num_rows) FROM parquet_metadata('"
                                + folder.resolve("out").resolve("Page.parquet") + "')")) {
            groups.next();
            assertThat(groups.getLong(1))
                    .as("row groups")
                    .isGreaterThanOrEqualTo((long) count * characters / ROW_GROUP_BYTES);
            assertThat(groups.getLong(2)).as("bytes of the largest row group").isLessThan(ROW_GROUP_BYTES);
            assertThat(groups.getLong(3)).as("rows of the smallest row group").isPositive();
        }
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duckdb.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT count(DISTINCT number), min(length(text)), count(DISTINCT id) FROM '"
                                + folder.resolve("out").resolve("Page.parquet") + "'")) {
            rows.next();
            assertThat(rows.getLong(1)).isEqualTo(count);
            assertThat(rows.getLong(2)).isEqualTo(2 + characters);
            assertThat(rows.getLong(3)).isEqualTo(count);
        }
    }

    /** Pages of mapped files, which the system takes back when it needs them, are not counted. */
    private static long ownMemoryMb(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("RssAnon:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0; // it has ended: the file is not there, or reading it fails with "No such process"
        }
    }
}
