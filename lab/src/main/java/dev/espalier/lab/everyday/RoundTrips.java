package dev.espalier.lab.everyday;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Forwards connections to a server, and counts round trips: how often the client sends something after the server has answered. */
public final class RoundTrips implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("//([^:/]+):(\\d+)(?=/|$)");

    private final ServerSocket listener;
    private final String host;
    private final int port;
    private final AtomicLong count = new AtomicLong();

    private RoundTrips(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /**
     * Starts a proxy before a server.
     *
     * @param url the server's JDBC URL
     * @return the proxy; empty if the URL has no host and port
     */
    public static Optional<RoundTrips> before(String url) throws IOException {
        Matcher address = ADDRESS.matcher(url);
        return address.find()
                ? Optional.of(new RoundTrips(address.group(1), Integer.parseInt(address.group(2))))
                : Optional.empty();
    }

    /**
     * Returns a URL of the same server that leads through this proxy.
     *
     * @param url a JDBC URL of the server
     * @return the URL
     */
    public String of(String url) {
        return ADDRESS.matcher(url).replaceFirst("//127.0.0.1:" + listener.getLocalPort());
    }

    /** @return the round trips until now */
    public long count() {
        return count.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(host, port);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                boolean[] hasAnswered = {true};
                start(() -> copy(client, server, () -> {
                    synchronized (hasAnswered) {
                        if (hasAnswered[0]) {
                            count.incrementAndGet();
                        }
                        hasAnswered[0] = false;
                    }
                }));
                start(() -> copy(server, client, () -> {
                    synchronized (hasAnswered) {
                        hasAnswered[0] = true;
                    }
                }));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "round-trips");
        thread.setDaemon(true);
        thread.start();
    }

    private static void copy(Socket from, Socket to, Runnable each) {
        byte[] buffer = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                each.run();
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // closed
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
