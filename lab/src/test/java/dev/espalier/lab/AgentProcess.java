package dev.espalier.lab;

import dev.espalier.lab.agent.Address;
import dev.espalier.lab.agent.Secret;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** An agent in a process of its own, so that it can be killed. */
record AgentProcess(Process process, Address address) implements AutoCloseable {

    static AgentProcess start(Path secret, Path folder) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AgentProcess.class.getName(),
                        secret.toString(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return new AgentProcess(process, Address.parse("agent", lines.readLine()));
    }

    /** Says where it listens, and serves. */
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[1]);
        try (Agent agent = new Agent(
                new Address("127.0.0.1", 0),
                Secret.fromFile(Path.of(arguments[0])),
                new Targets(folder, folder, System.getenv()),
                Password.NONE,
                folder,
                false,
                line -> {})) {
            System.out.println(agent.address());
            agent.serve();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
