package dev.espalier.lab.target;

import dev.espalier.lab.spec.ServerSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A script of {@code servers/} that starts and restarts one engine on this machine.
 *
 * @param path the script
 * @param environment its variables, beside those of the process: ports and folders
 * @param asked how the server shall be started
 */
public record ServerScript(Path path, Map<String, String> environment, ServerSpec asked) {

    /**
     * Returns the script of a server, if the project has it.
     *
     * @param word the server's name in {@code servers/}
     * @param targets where {@code servers/} lies, and how servers shall be started
     * @return the script, if there is one
     */
    public static Optional<ServerScript> of(String word, Targets targets) {
        Path path = targets.home().resolve("servers").resolve(word);
        return Files.isExecutable(path) && Files.isRegularFile(path)
                ? Optional.of(new ServerScript(path, ports(targets.environment()), targets.server()))
                : Optional.empty();
    }

    /** A script needs no password, and a value that is printed holds none. */
    private static Map<String, String> ports(Map<String, String> environment) {
        Map<String, String> kept = new LinkedHashMap<>(environment);
        kept.keySet().removeIf(name -> !name.equals("ESPALIER_SERVERS") && !name.matches("ESPALIER_[A-Z0-9_]+_PORT"));
        return kept;
    }

    /**
     * Returns whether this script's server is the one behind a URL, and runs.
     *
     * @param url a server's URL
     * @return true if a restart by this script would restart that server
     */
    boolean runs(String url) {
        return call("status").code == 0 && run("url").strip().equals(url);
    }

    /** Starts the server if it does not run, or not as was asked for, and waits until it answers. */
    void up() {
        List<String> words = new ArrayList<>(List.of("up"));
        if (asked.startsServer()) {
            words.add("--only");
            asked.settings().forEach((name, value) -> words.addAll(List.of("--set", name + "=" + value)));
            words.addAll(List.of("--preload", asked.preload()));
        }
        run(words.toArray(String[]::new));
    }

    /** Brings the server into the state that was asked for, if one was: another run may have left it in its own. */
    public void ready() {
        if (asked.startsServer()) {
            up();
        }
    }

    /** Ends the server as a crash would; {@link #restart()} starts it again. */
    public void kill() {
        run("kill");
    }

    /** Ends the server as it is meant to be ended; its data stay. Nothing happens if it does not run. */
    void down() {
        run("down");
    }

    /** Restarts the server and waits until it answers. */
    public void restart() {
        run("restart");
    }

    /**
     * Restarts the server after the operating system has forgotten what it held of the data, and waits until it answers.
     *
     * @return bytes that the operating system held all the same; nothing if it cannot be asked
     */
    public OptionalLong restartCold() {
        String held = run("restart", "--cold").strip();
        return held.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(held)) : OptionalLong.empty();
    }

    /** @return the variables that say how the server is reached, such as {@code ESPALIER_MYSQL_URL} */
    Map<String, String> address() {
        Map<String, String> variables = new LinkedHashMap<>();
        run("env").lines().forEach(line -> {
            String assignment = line.strip().replaceFirst("^export\\s+", "");
            int equals = assignment.indexOf('=');
            if (equals > 0) {
                variables.put(assignment.substring(0, equals), unquoted(assignment.substring(equals + 1)));
            }
        });
        return variables;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2
                && (value.startsWith("'") && value.endsWith("'") || value.startsWith("\"") && value.endsWith("\""));
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /** Runs the script. Its output is not part of a message, because {@code env} prints a password. */
    private String run(String... words) {
        Ended ended = call(words);
        if (ended.code != 0) {
            throw new TargetException(
                    path + " " + String.join(" ", words) + " ended with " + ended.code + ": " + ended.complaint, null);
        }
        return ended.output;
    }

    /**
     * The result of a call.
     *
     * @param complaint the last line that begins with the server's name: before it come steps that went well, after it lines of the log
     */
    private record Ended(int code, String output, String complaint) {}

    private Ended call(String... words) {
        List<String> command = new ArrayList<>(List.of(path.toString()));
        command.addAll(List.of(words));
        try {
            Path errors = Files.createTempFile("espalier-server", ".err");
            try {
                ProcessBuilder builder = new ProcessBuilder(OutOfReach.of(command)).redirectError(errors.toFile());
                builder.environment().putAll(environment);
                Process process = builder.start();
                process.getOutputStream().close();
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                int code = process.waitFor();
                String name = path.getFileName() + ": ";
                return new Ended(
                        code,
                        output,
                        Files.readAllLines(errors).stream()
                                .filter(line -> line.startsWith(name))
                                .reduce((first, last) -> last)
                                .map(line -> line.substring(name.length()))
                                .orElse("run it by hand to see why"));
            } finally {
                Files.delete(errors);
            }
        } catch (IOException e) {
            throw new TargetException("cannot run " + String.join(" ", command) + ": " + Target.firstLine(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException(String.join(" ", command) + " was interrupted", e);
        }
    }
}
