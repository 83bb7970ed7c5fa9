package dev.espalier.internal.jdbc;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands before a server: passes on the first connections, and accepts later ones without ever saying a word. */
final class SilentServer implements AutoCloseable {

    private final ServerSocket listening;
    private final String host;
    private final int port;
    private final int served;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /** @param served how many connections are passed on */
    SilentServer(String host, int port, int served) {
        this.host = host;
        this.port = port;
        this.served = served;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** The host and port to connect to. */
    String address() {
        return listening.getInetAddress().getHostAddress() + ":" + listening.getLocalPort();
    }

    private void accept() {
        try {
            for (int i = 0; ; i++) {
                Socket client = listening.accept();
                sockets.add(client);
                if (i < served) {
                    Socket server = new Socket(host, port);
                    sockets.add(server);
                    start(() -> copy(client, server));
                    start(() -> copy(server, client));
                }
            }
        } catch (IOException e) {
            cut();
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[8_192];
            for (int read; (read = in.read(bytes)) >= 0; ) {
                out.write(bytes, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // one of the two has closed the connection: the other one is closed, too
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "silent-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** Cuts all connections. */
    void cut() {
        sockets.forEach(SilentServer::close);
    }

    private static void close(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        close(listening);
        cut();
    }
}
