package dev.espalier.lab.torture;

import dev.espalier.lab.spec.Faults;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Engine;
import dev.espalier.lab.target.ServerScript;
import dev.espalier.lab.target.Target;
import dev.espalier.lab.target.TargetDatabase;
import dev.espalier.lab.target.Targets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Injects faults between a load and its server. After it is closed, the server is up and no proxy is left. */
final class Nemesis implements AutoCloseable {

    private static final Pattern HOST = Pattern.compile("//([^/:?]+):(\\d+)");

    private final Faults faults;
    private final Target target;
    private final List<ServerScript> servers;
    private @Nullable CuttingProxy proxy;
    private @Nullable ServerKills kills;

    /** @param home the project's folder */
    Nemesis(Faults faults, Target target, Path home) {
        this.faults = faults;
        this.target = target;
        this.servers = faults.servers().isEmpty()
                ? target.server().stream().toList()
                : faults.servers().stream().map(name -> server(home, name)).toList();
        if (faults.killEverySeconds() > 0 && servers.isEmpty()) {
            throw new SpecException("--kill-every: found " + target.url()
                    + ", expected an engine whose server servers/ has started, or --kill");
        }
        if (faults.cuts() > 0) {
            proxy = proxy();
        }
    }

    private static ServerScript server(Path home, String name) {
        return ServerScript.of(name, new Targets(home, home, System.getenv()))
                .orElseThrow(() -> new SpecException("--kill: found " + name + ", expected names of servers/"));
    }

    private CuttingProxy proxy() {
        Matcher host = HOST.matcher(target.url());
        if (target.engine() == Engine.SQLITE || !host.find()) {
            throw new SpecException("--cuts: found " + target.url() + ", expected a server with host and port");
        }
        try {
            return new CuttingProxy(new InetSocketAddress(host.group(1), Integer.parseInt(host.group(2))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the same database, through the proxy that injects faults. */
    TargetDatabase through(TargetDatabase database) {
        if (proxy == null) {
            return database;
        }
        // Encrypted messages cannot be read; then the server's key is asked for, to send the password. PostgreSQL's
        // driver prepares COMMIT too, and after the fifth its text is not sent any more.
        String options = switch (target.engine()) {
            case MYSQL, TIDB -> "sslMode=DISABLED&allowPublicKeyRetrieval=true";
            case POSTGRES -> "prepareThreshold=0";
            case MARIADB, SQLITE, H2, DUCKDB, CUBRID -> "";
        };
        String url = HOST.matcher(database.url()).replaceFirst("//127.0.0.1:" + proxy.port());
        return new TargetDatabase(
                target, database.name(), options.isEmpty() ? url : url + (url.contains("?") ? "&" : "?") + options);
    }

    /** @param seconds how long things go wrong */
    void start(int seconds, long seed) {
        if (proxy != null) {
            proxy.start(faults.cuts(), seconds, seed);
        }
        if (faults.killEverySeconds() > 0) {
            kills = new ServerKills(servers, faults.killEverySeconds());
        }
    }

    /** Returns the number of injected faults, by kind. */
    Map<String, Long> done() {
        Map<String, Long> counts = new TreeMap<>();
        if (proxy != null) {
            counts.putAll(proxy.cuts());
        }
        if (kills != null) {
            counts.put("server killed", kills.kills());
        }
        return counts;
    }

    @Override
    public void close() {
        try {
            if (kills != null) {
                kills.close();
            }
        } finally {
            if (proxy != null) {
                proxy.close();
            }
        }
    }
}
