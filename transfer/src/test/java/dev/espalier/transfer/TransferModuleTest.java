package dev.espalier.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.zaxxer.hikari.HikariDataSource;
import dev.espalier.Database;
import dev.espalier.Model;
import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;
import org.slf4j.Logger;
import org.sqlite.SQLiteConnection;

/** A program that is a module: core lets the module of transfers use what it hides from others. */
class TransferModuleTest {

    private static final String PROGRAM = """
            package keeper;

            import dev.espalier.Settings;
            import dev.espalier.transfer.Transfer;
            import java.nio.file.Path;

            public class Keeper {
                public static void main(String[] arguments) {
                    Path files = Path.of(arguments[2]);
                    Transfer.Result exported = new Transfer().export(arguments[0], Settings.defaults(), files);
                    Transfer.Result imported = new Transfer().importFrom(arguments[1], Settings.defaults(), files);
                    System.out.println(imported.equals(exported) + " " + imported.objects());
                }
            }
            """;

    static class Order {
        long id;
        String buyer = "Ada";
    }

    @Test
    void aModuleExportsAndImports(@TempDir Path folder) throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("orders.db");
        try (Database db = Database.open(url, Model.of(Order.class))) {
            db.store(new Order());
        }
        assertThat(keeper(folder, url, "jdbc:sqlite:" + folder.resolve("others.db"), folder.resolve("files") + ""))
                .isEqualTo("true 1\n");
    }

    private static String keeper(Path folder, String... arguments) throws Exception {
        String libraries = Stream.of(
                        Transfer.class,
                        Database.class,
                        JsonFactory.class,
                        NullMarked.class,
                        Logger.class,
                        HikariDataSource.class,
                        RoaringBitmap.class,
                        SQLiteConnection.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(location -> Path.of(URI.create(location.toString())).toString())
                .collect(Collectors.joining(File.pathSeparator));
        Path info = Files.writeString(
                folder.resolve("module-info.java"), "module keeper { requires dev.espalier.transfer; }");
        Path program = Files.writeString(folder.resolve("Keeper.java"), PROGRAM);
        Path classes = folder.resolve("classes");
        List<String> options = List.of(
                "-proc:none", "--module-path", libraries, "-d", classes + "", info.toString(), program.toString());
        assertThat(ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(System.out, System.err, options.toArray(String[]::new)))
                .isZero();
        List<String> command = Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-Dslf4j.internal.verbosity=ERROR",
                                "--module-path",
                                libraries + File.pathSeparator + classes,
                                "--module",
                                "keeper/keeper.Keeper"),
                        Stream.of(arguments))
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }
}
