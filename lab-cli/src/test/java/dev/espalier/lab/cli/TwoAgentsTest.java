package dev.espalier.lab.cli;

import static dev.espalier.cli.Words.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cli.CommandRun;
import dev.espalier.cli.CommandRun.Ended;
import dev.espalier.lab.Agent;
import dev.espalier.lab.agent.Address;
import dev.espalier.lab.agent.Secret;
import dev.espalier.lab.result.LoadResult;
import dev.espalier.lab.result.ResultFile;
import dev.espalier.lab.target.Password;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that agents made: repeated by them and without them, and compared. */
class TwoAgentsTest {

    @TempDir
    private Path folder;

    private final List<Agent> agents = new ArrayList<>();
    private final List<Thread> serving = new ArrayList<>();
    private String secret;
    private String addresses;

    @BeforeEach
    void startTwoAgents() throws IOException {
        secret = Files.writeString(folder.resolve("secret"), "known to leader and agents")
                .toString();
        for (int number = 0; number < 2; number++) {
            Agent agent = new Agent(
                    new Address("127.0.0.1", 0),
                    Secret.fromFile(Path.of(secret)),
                    Folders.targets(folder),
                    Password.NONE,
                    folder.resolve("agent" + number),
                    false,
                    line -> {});
            Thread thread = new Thread(agent::serve, "agent " + number);
            thread.start();
            agents.add(agent);
            serving.add(thread);
        }
        addresses = agents.stream().map(agent -> agent.address().toString()).collect(Collectors.joining(","));
    }

    @AfterEach
    void endThem() throws InterruptedException {
        agents.forEach(Agent::close);
        for (Thread thread : serving) {
            thread.join();
        }
    }

    @Test
    void repeatedRunUsesTheSameAgentsOrNoneAndCompareNamesThem() throws IOException {
        String first = folder.resolve("first").toString();
        String again = folder.resolve("again").toString();
        String alone = folder.resolve("alone").toString();
        assertThat(CommandRun.run("lab", "run", file("run.yaml", "1ms", first)).err())
                .isEmpty();

        Ended byAgents = CommandRun.run(
                words("lab rerun {} --quiet --agents {} --secret-file {} --out {}", first, addresses, secret, again));
        Ended byThis = CommandRun.run("lab", "rerun", first, "--quiet", "--out", alone);

        assertThat(byAgents.err() + byThis.err()).isEmpty();
        String told = "The connections of " + first + " were made by agents, now this process makes them";
        assertThat(byAgents.out())
                .doesNotContain(told)
                .contains("  agent " + agents.get(1).address() + ", 2 connections: ");
        assertThat(byThis.out()).contains(told, "--agents " + addresses).doesNotContain("  agent ");
        assertThat(result(again).machines().keySet())
                .isEqualTo(result(first).machines().keySet())
                .hasSize(2);
        assertThat(result(alone).machines()).isEmpty();
        assertThat(fingerprints(again))
                .isEqualTo(fingerprints(first))
                .isEqualTo(fingerprints(alone))
                .hasSize(2);

        String by = ", by agents: " + addresses.replace(",", ", ");
        assertThat(CommandRun.run("lab", "compare", first, again).out().lines().filter(line -> line.endsWith(by)))
                .hasSize(2);
        assertThat(CommandRun.run("lab", "compare", first, alone).out())
                .contains(
                        by,
                        "The connections were not made by as many machines: what that changes is in the figures, too.");
    }

    @Test
    void sameAgentsRunTwoFilesInTurn() throws IOException {
        String out = folder.resolve("compared").toString();

        Ended ended = CommandRun.run(
                "lab", "compare", file("a.yaml", "2ms", out), file("b.yaml", "8ms", out), "--quiet", "--out", out);

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out().lines().filter(line -> line.contains("p50, ms")))
                .as("the verdict depends on what else runs here")
                .hasSize(1);
        assertThat(result(out + "/a").machines()).hasSize(2);
        assertThat(result(out + "/b").machines()).hasSize(2);
    }

    @Test
    void compareRefusesResultsWithoutACommonNumberOfConnections() throws IOException {
        String three = folder.resolve("three").toString();
        String two = folder.resolve("two").toString();
        assertThat(CommandRun.run("lab", "run", file("three.yaml", "1ms", three))
                        .err())
                .isEmpty();
        assertThat(CommandRun.run(words(
                                "lab run oltp --on noop --connections 2 --warm-up 0 --operations 5 --quiet --out {}",
                                two))
                        .err())
                .isEmpty();

        assertThat(CommandRun.run("lab", "compare", three, two))
                .isEqualTo(
                        new Ended(
                                2,
                                "",
                                "espalier: lab compare: found whole runs with [3] connections against [2], expected a number that both have run with\n"));
    }

    private String file(String name, String delay, String out) throws IOException {
        return Files.writeString(folder.resolve(name), """
                pack: oltp
                on: fixed-delay:%s
                load: point-select
                connections: 3
                warm-up: 0
                operations: 20
                repeats: 2
                quiet: true
                agents: [%s]
                secret-file: %s
                out: %s
                """.formatted(delay, addresses, secret, out))
                .toString();
    }

    private static LoadResult result(String folder) throws IOException {
        return (LoadResult) ResultFile.read(Path.of(folder));
    }

    private static List<List<String>> fingerprints(String folder) throws IOException {
        return result(folder).runs().stream()
                .map(run -> run.work().fingerprints())
                .toList();
    }
}
