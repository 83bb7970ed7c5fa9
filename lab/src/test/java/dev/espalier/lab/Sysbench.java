package dev.espalier.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.espalier.lab.spec.OltpLoad;
import dev.espalier.lab.target.ServerAddress;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * sysbench itself, on a MySQL.
 *
 * @param server where
 * @param database of its tables
 * @param tables how many
 * @param rows of each
 */
record Sysbench(ServerAddress server, String database, int tables, int rows) {

    static void assumeInstalled() {
        assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "sysbench"))))
                .as("sysbench is installed, else: apt-get install sysbench")
                .isTrue();
    }

    /** The script of a load. */
    static String script(OltpLoad load) {
        return load == OltpLoad.UPDATE_KEY
                ? "oltp_update_index"
                : "oltp_" + load.word().replace('-', '_');
    }

    /** Runs a script's command to its end; what it printed. */
    String run(String script, String command, String... options) throws IOException, InterruptedException {
        URI url = URI.create(server.url().substring("jdbc:".length()));
        List<String> words = Stream.concat(
                        Stream.of(
                                "sysbench",
                                script,
                                "--mysql-host=" + url.getHost(),
                                "--mysql-port=" + url.getPort(),
                                "--mysql-user=" + server.user(),
                                "--mysql-password=" + server.password().reveal(),
                                "--mysql-db=" + database,
                                "--tables=" + tables,
                                "--table-size=" + rows,
                                "--time=600"),
                        Stream.concat(Stream.of(options), Stream.of(command)))
                .toList();
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
