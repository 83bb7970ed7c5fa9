package dev.espalier.lab.target;

import dev.espalier.lab.spec.ServerSpec;
import dev.espalier.lab.spec.SpecException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the target a run names: {@code sqlite} keeps files in a folder; another server's name is looked up in the variables
 * {@code ESPALIER_<NAME>_URL}, {@code _USER} and {@code _PASSWORD}, then asked of {@code servers/<name>}; anything else is a JDBC URL.
 *
 * @param home the project's folder, in which {@code servers/} lies
 * @param files the folder for SQLite's files
 * @param environment the variables of the process
 * @param server the state that runs ask for of a server
 */
public record Targets(Path home, Path files, Map<String, String> environment, ServerSpec server) {

    /** Servers as they are. */
    public Targets(Path home, Path files, Map<String, String> environment) {
        this(home, files, environment, ServerSpec.AS_IT_IS);
    }

    /**
     * Returns the same, with a server state.
     *
     * @param asked the state
     * @return finds servers that the lab has brought into that state, and refuses others
     */
    public Targets asking(ServerSpec asked) {
        return new Targets(home, files, environment, asked);
    }

    /**
     * Refuses a target that cannot be started as was asked for.
     *
     * @param managed whether the lab can
     * @param what it is
     */
    public void requireStart(boolean managed, String what) {
        if (server.startsServer() && !managed) {
            throw new SpecException(
                    "--set, --preload: found " + what + ", expected a server that a script of servers/ starts");
        }
        if (server.hasFolder() && !managed) {
            throw new SpecException(
                    "--data-dir: found " + what + ", expected sqlite or a server that a script of servers/ starts");
        }
    }

    /**
     * Finds a target by what a run calls it.
     *
     * @param on the name of an engine, or a JDBC URL
     * @param user the account, empty for that of the variables
     * @param password the account's password
     * @return the target; a server was connected to once
     */
    public Target find(String on, String user, Password password) {
        Target target = findAny(on, user, password);
        if (target.engine() == Engine.H2 || target.engine() == Engine.DUCKDB) {
            throw new SpecException(
                    "--on: found " + target.engine().word()
                            + ", which is a target of the pack objects only; expected sqlite, mysql, mariadb, postgres or tidb");
        }
        return target;
    }

    /**
     * Finds a target, H2 and DuckDB among them.
     *
     * @param on the name of an engine, or a JDBC URL
     * @param user the account, empty for that of the variables
     * @param password the account's password
     * @return the target; a server was connected to once
     */
    public Target findAny(String on, String user, Password password) {
        String word = on.toLowerCase(Locale.ROOT);
        Optional<Engine> named = Engine.ofWord(word);
        if (named.isPresent()) {
            if (!named.get().isEmbedded()) {
                return server(named.get(), word, user, password);
            }
            asking(new ServerSpec(server.cache(), server.settings(), server.preload()))
                    .requireStart(false, word);
            return embedded(named.get(), (server.hasFolder() ? folder() : files) + "/");
        }
        return byUrl(on, user, password);
    }

    private Path folder() {
        Path folder = Path.of(server.dataDir());
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new TargetException("--data-dir: cannot make " + folder + ": " + e.getMessage(), e);
        }
        return folder;
    }

    /**
     * Returns the same targets, whose servers lie in the folder that was asked for: of all that is known of a server, nothing is known of that one.
     *
     * @param word the server's name in {@code servers/}
     * @return targets whose script starts a server of its own, on a port that was free a moment ago, unless it runs already
     */
    Targets inFolder(String word) {
        String prefix = "ESPALIER_" + word.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_") + "_";
        Map<String, String> own = new LinkedHashMap<>(environment);
        own.keySet().removeIf(name -> name.startsWith(prefix));
        own.put("ESPALIER_SERVERS", folder().toString());
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            own.put(prefix + "PORT", Integer.toString(socket.getLocalPort()));
        } catch (IOException e) {
            throw new TargetException("found no free port for " + word + ": " + e.getMessage(), e);
        }
        return new Targets(home, files, own, server);
    }

    private Target byUrl(String url, String user, Password password) {
        UrlAccount.refuse(url, user);
        requireStart(false, url);
        Engine engine = Engine.ofUrl(url)
                .orElseThrow(
                        () -> new SpecException(
                                "--on: found '" + url + "', expected sqlite, mysql, mariadb,"
                                        + " postgres, tidb, or a URL that starts with jdbc:sqlite:, jdbc:mysql:, jdbc:mariadb:, jdbc:postgresql: or jdbc:cubrid:"));
        if (engine == Engine.SQLITE) {
            return embedded(engine, url.substring("jdbc:sqlite:".length()).replaceFirst("\\.db$", "") + "-");
        }
        if (engine.isEmbedded()) {
            throw new SpecException("--on: found a URL of " + engine.title() + ", expected " + engine.word()
                    + ": the lab makes files of its own");
        }
        Target target = new Target(engine, url, user, password, Optional.empty());
        return new Target(engineBehind(target), url, user, password, Optional.empty());
    }

    private static Target embedded(Engine engine, String filePrefix) {
        return new Target(engine, EmbeddedFiles.urlPrefix(engine, filePrefix), "", Password.NONE, Optional.empty());
    }

    private Target server(Engine engine, String word, String user, Password password) {
        ServerAddress address =
                (server.hasFolder() ? inFolder(word) : this).address(word, engine.title(), user, password);
        Target target = new Target(engine, address.url(), address.user(), address.password(), address.server());
        engineBehind(target);
        return target;
    }

    /**
     * Returns the address of a server of another protocol: from the variables {@code ESPALIER_<NAME>_URL}, {@code _USER} and {@code
     * _PASSWORD}, otherwise from its script, which starts it if necessary.
     *
     * @param word the server's name in {@code servers/}
     * @param title the name as its makers write it
     * @param user the account, empty for that of the variables
     * @param password the account's password; that of the variables is for their account alone
     * @return where it is; it was not connected to
     */
    public ServerAddress address(String word, String title, String user, Password password) {
        String prefix = "ESPALIER_" + word.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_") + "_";
        Optional<ServerScript> script = ServerScript.of(word, this);
        Map<String, String> variables = environment;
        if (!variables.containsKey(prefix + "URL")) {
            ServerScript known = script.orElseThrow(() -> new TargetException(
                    "no " + title + " is known here: found neither the"
                            + " variable " + prefix + "URL nor "
                            + home.resolve("servers").resolve(word)
                            + "; set the variable, or give a URL by --on",
                    null));
            known.up();
            variables = known.address();
        }
        String url = variables.get(prefix + "URL");
        if (url == null) {
            throw new TargetException(script.orElseThrow().path() + " env printed no " + prefix + "URL", null);
        }
        String owner = variables.getOrDefault(prefix + "USER", "");
        String account = user.isEmpty() ? owner : user;
        // a password is nobody's but the user's whom it stands beside
        Password secret = password == Password.NONE && account.equals(owner)
                ? Password.of(variables.getOrDefault(prefix + "PASSWORD", ""))
                : password;
        // a server that was started by hand, or by another clone's script, is not restarted
        Optional<ServerScript> managed = script.filter(known -> known.runs(url));
        requireStart(managed.isPresent(), title + " at " + url);
        managed.ifPresent(ServerScript::ready);
        return new ServerAddress(url, account, secret, managed);
    }

    /** TiDB answers to MySQL's URLs, and so does MariaDB to MySQL's driver. Also shows early that a server is down. */
    private static Engine engineBehind(Target target) {
        try (Connection connection = target.connect()) {
            String version =
                    connection.getMetaData().getDatabaseProductVersion().toLowerCase(Locale.ROOT);
            if (target.engine() == Engine.MYSQL && version.contains("tidb")) {
                return Engine.TIDB;
            }
            if (target.engine() == Engine.MYSQL && version.contains("mariadb")) {
                throw new SpecException("--on: found MariaDB behind a URL of MySQL, expected jdbc:mariadb: for it");
            }
            return target.engine();
        } catch (SQLException e) {
            throw new TargetException(
                    "cannot ask " + target.engine().title() + " at " + target.url() + " for its version: "
                            + Target.firstLine(e),
                    e);
        }
    }
}
