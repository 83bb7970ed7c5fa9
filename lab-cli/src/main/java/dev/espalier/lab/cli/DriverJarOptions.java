package dev.espalier.lab.cli;

import dev.espalier.lab.target.DriverJar;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for a driver that the user provides. */
final class DriverJarOptions {

    /** Taken at once: whatever is found later may need it. */
    @Option(
            names = "--driver-jar",
            paramLabel = "FILE",
            description = "Jar of a JDBC driver that the lab comes without, such as CUBRID's.")
    void take(Path jar) {
        DriverJar.register(jar);
    }
}
