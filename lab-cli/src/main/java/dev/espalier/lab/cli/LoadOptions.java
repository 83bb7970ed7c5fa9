package dev.espalier.lab.cli;

import dev.espalier.lab.agent.Agents;
import dev.espalier.lab.spec.Arrival;
import dev.espalier.lab.spec.CacheState;
import dev.espalier.lab.spec.LoadSpec;
import dev.espalier.lab.spec.Scale;
import dev.espalier.lab.spec.ServerSpec;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.spec.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the amount of a load, the same for each pack of operations. Defaults come from the scale. */
final class LoadOptions {

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            defaultValue = "quick",
            description =
                    "quick: within two minutes on 2 cores; published: the report's own sizes. Other options override it."
                            + " Default: ${DEFAULT-VALUE}.")
    private String scale;

    @Option(
            names = "--connections",
            paramLabel = "N",
            split = ",",
            description = "Numbers of connections, one after the other.")
    private @Nullable List<Integer> connections;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Open loop: operations a second that should start. 0 for a closed loop. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(
            names = "--arrival",
            paramLabel = "HOW",
            defaultValue = "constant",
            description = "Open loop: constant or poisson. Default: ${DEFAULT-VALUE}.")
    private String arrival;

    @Option(names = "--warm-up", paramLabel = "SECONDS", description = "Before it counts.")
    private @Nullable Integer warmUp;

    @Option(names = "--seconds", paramLabel = "SECONDS", description = "That count.")
    private @Nullable Integer seconds;

    @Option(
            names = "--operations",
            paramLabel = "N",
            defaultValue = "0",
            description = "Of each connection, after which it ends. 0 for no limit. Default: ${DEFAULT-VALUE}.")
    private int operations;

    @Option(
            names = "--retries",
            paramLabel = "N",
            defaultValue = "10",
            description = "How often an operation is done again after a conflict. Default: ${DEFAULT-VALUE}.")
    private int retries;

    @Option(names = "--repeats", paramLabel = "N", description = "Runs with each number of connections.")
    private @Nullable Integer repeats;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of operations and data. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--cache",
            paramLabel = "STATE",
            defaultValue = "warm",
            description =
                    "What is in memory when a run begins: warm, as it is; cold, nothing: the server is restarted before each run."
                            + " Default: ${DEFAULT-VALUE}.")
    private String cache;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Variable of a server that servers/ starts; several times for several.")
    private List<String> settings = List.of();

    @Option(
            names = "--preload",
            paramLabel = "LIB",
            defaultValue = "",
            description = "Allocator of a server that servers/ starts: malloc, jemalloc, tcmalloc or a path.")
    private String preload;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description =
                    "Folder, and so the device, in which a server of servers/ is started for the run, or SQLite's files lie. Default: the server that is there.")
    private String dataDir;

    @Mixin
    private AgentsOptions agents;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            defaultValue = "espalier-lab",
            description = "Folder for result.json, and for SQLite's files. Default: ${DEFAULT-VALUE}.")
    private Path out;

    @Option(names = "--quiet", description = "No line for each second.")
    private boolean quiet;

    /** Takes the sizes of the published report, and as many repeats as it had; options that were given override both. */
    void published(int repeatsOfReport) {
        scale = Scale.PUBLISHED.word();
        repeats = repeats == null ? Integer.valueOf(repeatsOfReport) : repeats;
    }

    Scale scale() {
        return Words.parseOne("--scale", scale, Scale.class);
    }

    List<Integer> connections() {
        return connections == null ? scale().connections() : connections;
    }

    /** For a pack whose report has numbers of its own. */
    List<Integer> connections(List<Integer> published) {
        return connections == null && scale() == Scale.PUBLISHED ? published : connections();
    }

    LoadSpec spec() {
        return spec(scale().seconds());
    }

    /** For a pack whose report has a time of its own. */
    LoadSpec spec(int secondsOfScale) {
        ServerSpec server =
                new ServerSpec(Words.parseOne("--cache", cache, CacheState.class), settings(), preload, dataDir());
        int warmUpOfScale = server.cold() ? 0 : scale().warmUpSeconds();
        return new LoadSpec(
                rate,
                Words.parseOne("--arrival", arrival, Arrival.class),
                warmUp == null ? warmUpOfScale : warmUp,
                seconds == null ? secondsOfScale : seconds,
                operations,
                retries,
                repeats == null ? scale().repeats() : repeats,
                seed,
                server);
    }

    private Map<String, String> settings() {
        Map<String, String> named = new TreeMap<>();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1 || named.put(setting.substring(0, equals), setting.substring(equals + 1)) != null) {
                throw new SpecException("--set: found '" + setting + "', expected name=value, each name once");
            }
        }
        return named;
    }

    /** A result names the folder whatever folder it is repeated in. */
    private String dataDir() {
        return dataDir == null
                ? ""
                : Path.of(dataDir).toAbsolutePath().normalize().toString();
    }

    Agents agents() {
        return agents.agents();
    }

    Path out() {
        return out;
    }

    boolean quiet() {
        return quiet;
    }
}
