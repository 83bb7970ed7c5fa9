package dev.espalier.lab.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A script of {@code servers/} that starts and restarts one engine on this machine.
 *
 * @param path the script
 */
public record ServerScript(Path path) {

    /**
     * The script of a server, where the project has it.
     *
     * @param home the project's folder
     * @param word the server's name in {@code servers/}
     * @return the script, if there is one
     */
    public static Optional<ServerScript> of(Path home, String word) {
        Path path = home.resolve("servers").resolve(word);
        return Files.isExecutable(path) && Files.isRegularFile(path) ? Optional.of(new ServerScript(path)) : Optional.empty();
    }

    /**
     * Whether this script's server is the one behind a URL, and runs.
     *
     * @param url a server's URL
     * @return true where a restart by this script would restart that server
     */
    boolean runs(String url) {
        return call("status").code == 0 && run("url").strip().equals(url);
    }

    /** Starts the server where it does not run, and waits until it answers. */
    void up() {
        run("up");
    }

    /** Ends the server as a crash would; {@link #restart()} starts it again. */
    public void kill() {
        run("kill");
    }

    /** Restarts the server and waits until it answers. */
    public void restart() {
        run("restart");
    }

    /** @return the variables that say how the server is reached, such as {@code ESPALIER_MYSQL_URL} */
    Map<String, String> environment() {
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
        boolean quoted = value.length() >= 2 && (value.startsWith("'") && value.endsWith("'") || value.startsWith("\"") && value.endsWith("\""));
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /** The output is not part of a message: {@code env} prints a password. */
    private String run(String verb) {
        Ended ended = call(verb);
        if (ended.code != 0) {
            throw new TargetException(path + " " + verb + " ended with " + ended.code + "; run it by hand to see why", null);
        }
        return ended.output;
    }

    private record Ended(int code, String output) {
    }

    private Ended call(String verb) {
        try {
            Process process = new ProcessBuilder(path.toString(), verb).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), output);
        } catch (IOException e) {
            throw new TargetException("cannot run " + path + " " + verb + ": " + Target.firstLine(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException(path + " " + verb + " was interrupted", e);
        }
    }
}
