package dev.espalier.lab.agent;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Both prove that they know the secret, without saying it: each signs a number that the other has just drawn (challenge and response).
 *
 * <pre>
 * agent  -> leader   the name of the protocol, 32 random bytes a
 * leader -> agent    32 random bytes b, HMAC(secret, "leader", a, b)
 * agent  -> leader   1, HMAC(secret, "agent", a, b)   or 0 and the end
 * </pre>
 *
 * The leader proves itself first: who does not know the secret learns nothing of an agent, and nothing that he sends is looked into. Later messages are
 * signed with {@code HMAC(secret, "frames", a, b)}, which no other connection has.
 */
public final class Handshake {

    private static final byte[] PROTOCOL = "Espalier lab agent 1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int BYTES = 32;
    private static final int REFUSED = 0;
    private static final int ACCEPTED = 1;
    private static final int PATIENCE_MILLIS = 5_000;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Handshake() {}

    /**
     * Performs the leader's part.
     *
     * @param address of the agent
     * @param secret that both know
     * @return a channel to it; the caller closes it
     */
    public static Channel connect(Address address, Secret secret) {
        Socket socket = new Socket();
        try {
            socket.connect(address.socket(), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] name = in.readNBytes(PROTOCOL.length);
            if (!Arrays.equals(name, PROTOCOL)) {
                throw new AgentException(
                        "found no agent of this version at " + address
                                + ", expected one that 'espalier lab agent' has started",
                        null);
            }
            byte[] theirs = exactly(in);
            byte[] ours = random();
            socket.getOutputStream().write(join(ours, secret.sign("leader", theirs, ours)));
            if (in.read() != ACCEPTED) {
                throw new AgentException(
                        "the agent at " + address + " refused the secret, expected the one that it was started with",
                        null);
            }
            if (!MessageDigest.isEqual(exactly(in), secret.sign("agent", theirs, ours))) {
                throw new AgentException(
                        "the agent at " + address + " does not know the secret: it was sent nothing", null);
            }
            return new Channel(socket, secret.sign("frames", theirs, ours), true);
        } catch (IOException e) {
            close(socket);
            throw new AgentException(
                    "cannot reach the agent at " + address + ": " + e.getMessage() + "; 'espalier lab agent --listen "
                            + address + "' on that machine starts it",
                    e);
        } catch (RuntimeException e) {
            close(socket);
            throw e;
        }
    }

    /**
     * Performs the agent's part. Closes the socket of a client that does not know the secret, or takes longer than 5 s.
     *
     * @param socket of somebody who has connected
     * @param secret that a leader knows
     * @return a channel to the leader; the caller closes it
     */
    public static Channel accept(Socket socket, Secret secret) {
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        try {
            byte[] ours = random();
            OutputStream out = socket.getOutputStream();
            out.write(join(PROTOCOL, ours));
            byte[] answer = new byte[2 * BYTES];
            for (int read = 0; read < answer.length; ) {
                int left = (int) ((deadline - System.nanoTime()) / 1_000_000);
                if (left <= 0) {
                    throw new SocketTimeoutException("no proof within 5 s");
                }
                socket.setSoTimeout(left);
                int more = socket.getInputStream().read(answer, read, answer.length - read);
                if (more < 0) {
                    throw new SocketException("closed before a proof");
                }
                read += more;
            }
            byte[] theirs = Arrays.copyOf(answer, BYTES);
            if (!MessageDigest.isEqual(
                    Arrays.copyOfRange(answer, BYTES, answer.length), secret.sign("leader", ours, theirs))) {
                out.write(REFUSED);
                throw new SocketException("it does not know the secret");
            }
            out.write(ACCEPTED);
            out.write(secret.sign("agent", ours, theirs));
            return new Channel(socket, secret.sign("frames", ours, theirs), false);
        } catch (IOException e) {
            close(socket);
            throw new AgentException(
                    "refused a leader from " + socket.getRemoteSocketAddress() + ": " + e.getMessage(), e);
        }
    }

    private static byte[] random() {
        byte[] drawn = new byte[BYTES];
        RANDOM.nextBytes(drawn);
        return drawn;
    }

    private static byte[] exactly(DataInputStream in) throws IOException {
        byte[] read = new byte[BYTES];
        in.readFully(read);
        return read;
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // nothing was sent on it that could be lost
        }
    }
}
