package dev.espalier.lab.torture;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between clients and a server on this machine that cuts connections: at any moment, or during COMMIT. It reads {@code COMMIT} in
 * the clients' data, so nothing may be encrypted. Thread-safe.
 */
final class CuttingProxy implements AutoCloseable {

    /** The point at which a connection is cut. */
    enum Point {
        /** At any moment. */
        ANYWHERE,
        /** Its COMMIT does not reach the server. */
        BEFORE_COMMIT,
        /** Its COMMIT is sent on, and nobody waits for what becomes of it. */
        DURING_COMMIT,
        /** The server has answered COMMIT, and the answer does not reach the client. */
        AFTER_COMMIT
    }

    private static final int BUFFER = 65_536;
    private static final int LONGEST_COMMIT = 64;
    private static final byte[] COMMIT = "commit".getBytes(StandardCharsets.US_ASCII);
    /** The maximum wait for the next COMMIT before the next cut is drawn. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    private final InetSocketAddress server;
    private final ServerSocket listening;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Point> armed = new AtomicReference<>();
    private final Map<Point, Long> cuts = new EnumMap<>(Point.class);
    private volatile boolean over;

    CuttingProxy(InetSocketAddress server) throws IOException {
        this.server = server;
        this.listening = new ServerSocket(0, 1_024, InetAddress.getByName("127.0.0.1"));
        daemon(this::accept, "lab-proxy");
    }

    /**
     * Starts to cut.
     *
     * @param count how many connections
     * @param seconds in which time, evenly
     */
    void start(int count, int seconds, long seed) {
        daemon(
                () -> cut(count, TimeUnit.SECONDS.toNanos(seconds) / Math.max(1, count), new SplittableRandom(seed)),
                "lab-cutter");
    }

    int port() {
        return listening.getLocalPort();
    }

    /** How many connections were cut at each point so far, by its name. */
    synchronized Map<String, Long> cuts() {
        Map<String, Long> counts = new TreeMap<>();
        cuts.forEach((point, count) ->
                counts.put("cut " + point.name().toLowerCase(Locale.ROOT).replace('_', ' '), count));
        return counts;
    }

    private synchronized void counted(Point point) {
        cuts.merge(point, 1L, Long::sum);
    }

    private void cut(int count, long between, SplittableRandom random) {
        long next = System.nanoTime();
        for (int number = 0; number < count && !over; number++) {
            next = Math.max(next + between, System.nanoTime());
            while (!over && System.nanoTime() < next) {
                LockSupport.parkNanos(next - System.nanoTime());
            }
            Point point = Point.values()[random.nextInt(Point.values().length)];
            if (point == Point.ANYWHERE) {
                links.stream()
                        .skip(links.isEmpty() ? 0 : random.nextInt(links.size()))
                        .findFirst()
                        .ifPresent(link -> {
                            counted(Point.ANYWHERE);
                            link.cut();
                        });
            } else {
                armed.set(point);
                long patience = System.nanoTime() + PATIENCE;
                while (!over && armed.get() != null && System.nanoTime() < patience) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
                armed.set(null);
            }
        }
    }

    private void accept() {
        while (!over) {
            try {
                Socket client = listening.accept();
                Socket upstream = new Socket();
                try {
                    upstream.connect(server);
                } catch (IOException e) {
                    client.close(); // the server is down: the client learns that
                    continue;
                }
                Link link = new Link(client, upstream);
                links.add(link);
                daemon(link::sendOn, "lab-proxy-requests");
                daemon(link::answer, "lab-proxy-answers");
            } catch (IOException e) {
                if (!over) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static void daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        over = true;
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            links.forEach(Link::cut);
        }
    }

    private static boolean isCommit(byte[] bytes, int length) {
        for (int at = 0; at + COMMIT.length <= length; at++) {
            int same = 0;
            while (same < COMMIT.length && (bytes[at + same] | 0x20) == COMMIT[same]) {
                same++;
            }
            if (same == COMMIT.length) {
                return true;
            }
        }
        return false;
    }

    /** One connection of a client and the one to the server that belongs to it. */
    private final class Link {

        private final Socket client;
        private final Socket upstream;
        private volatile boolean swallowing;

        Link(Socket client, Socket upstream) throws IOException {
            this.client = client;
            this.upstream = upstream;
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
        }

        void sendOn() {
            byte[] bytes = new byte[BUFFER];
            try {
                InputStream in = client.getInputStream();
                OutputStream out = upstream.getOutputStream();
                for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                    Point here = pointOf(bytes, length);
                    if (here == Point.BEFORE_COMMIT) {
                        break;
                    }
                    swallowing = here == Point.AFTER_COMMIT;
                    out.write(bytes, 0, length);
                    if (here == Point.DURING_COMMIT) {
                        break;
                    }
                }
            } catch (IOException e) {
                // the other side is gone: so is this
            }
            cut();
        }

        /**
         * Returns the point at which this request is cut; null for none. The table of commit markers has the word in its name too: only
         * short requests are commits.
         */
        private @Nullable Point pointOf(byte[] bytes, int length) {
            Point point = armed.get();
            if (point == null
                    || length > LONGEST_COMMIT
                    || !isCommit(bytes, length)
                    || !armed.compareAndSet(point, null)) {
                return null;
            }
            counted(point);
            return point;
        }

        void answer() {
            byte[] bytes = new byte[BUFFER];
            try {
                InputStream in = upstream.getInputStream();
                OutputStream out = client.getOutputStream();
                for (int length = in.read(bytes); length >= 0 && !swallowing; length = in.read(bytes)) {
                    out.write(bytes, 0, length);
                }
            } catch (IOException e) {
                // the other side is gone: so is this
            }
            cut();
        }

        /** Sends a reset to both ends, not a regular close. */
        void cut() {
            links.remove(this);
            for (Socket socket : new Socket[] {client, upstream}) {
                try {
                    socket.setSoLinger(true, 0);
                    socket.close();
                } catch (IOException e) {
                    // it is closed already
                }
            }
        }
    }
}
