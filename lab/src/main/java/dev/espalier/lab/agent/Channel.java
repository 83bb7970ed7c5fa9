package dev.espalier.lab.agent;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Messages both ways between a leader and an agent that have proved themselves. A frame is its length (4 bytes), its signature (32 bytes) and
 * JSON; the signature covers the direction and the frame's number, so that none can be forged, repeated, turned round or left out. Each
 * end informs the other every second that it is there. Many threads send, one receives.
 */
public final class Channel implements AutoCloseable {

    /** A result with every second's histograms takes some kilobytes a second. */
    private static final int LARGEST_FRAME = 64 << 20;

    private static final int SIGNATURE = 32;
    private static final int SILENCE_MILLIS = 10_000;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .registerSubtypes(Message.class.getPermittedSubclasses())
            .build();

    private final Socket socket;
    private final byte[] key;
    private final boolean leader;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final ScheduledExecutorService alive;
    private long sent;
    private long received;

    @SuppressWarnings("FutureReturnValueIgnored") // a failure to send ends the channel, and with it the schedule
    Channel(Socket socket, byte[] key, boolean leader) throws IOException {
        this.socket = socket;
        this.key = key;
        this.leader = leader;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(SILENCE_MILLIS);
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        this.alive = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "lab-alive");
            thread.setDaemon(true);
            return thread;
        });
        // the first failure ends these: whoever receives has met it, too
        alive.scheduleAtFixedRate(() -> send(new Message.Alive()), 1, 1, TimeUnit.SECONDS);
    }

    /**
     * Sends a message.
     *
     * @param message what is said
     */
    public void send(Message message) {
        try {
            byte[] text = JSON.writeValueAsBytes(message);
            if (text.length > LARGEST_FRAME) {
                throw new AgentException(
                        "cannot send " + message.getClass().getSimpleName() + ": found " + text.length
                                + " bytes, expected at most " + LARGEST_FRAME + "; a shorter run has less to send",
                        null);
            }
            synchronized (this) {
                out.writeInt(text.length);
                out.write(signature(leader, sent++, text));
                out.write(text);
                out.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits for the next message that says something.
     *
     * @return the message
     * @throws AgentException if the other end is gone, is silent for 10 s, or is not who it was
     */
    public Message receive() {
        try {
            while (true) {
                int length = in.readInt();
                if (length < 0 || length > LARGEST_FRAME) {
                    throw new AgentException(
                            "found a frame of " + length + " bytes, expected at most " + LARGEST_FRAME, null);
                }
                byte[] signature = in.readNBytes(SIGNATURE);
                byte[] text = in.readNBytes(length);
                if (text.length < length) {
                    throw new EOFException();
                }
                if (!MessageDigest.isEqual(signature, signature(!leader, received++, text))) {
                    throw new AgentException("found a frame that the other end did not sign", null);
                }
                Message message = JSON.readValue(text, Message.class);
                if (!(message instanceof Message.Alive)) {
                    return message;
                }
            }
        } catch (SocketTimeoutException e) {
            throw new AgentException("it was silent for " + SILENCE_MILLIS / 1_000 + " s", e);
        } catch (EOFException e) {
            throw new AgentException("it closed the connection", e);
        } catch (IOException e) {
            throw new AgentException("the connection broke: " + e.getMessage(), e);
        }
    }

    private byte[] signature(boolean byLeader, long number, byte[] text) {
        return Secret.sign(
                key,
                new byte[] {(byte) (byLeader ? 1 : 2)},
                ByteBuffer.allocate(Long.BYTES).putLong(number).array(),
                text);
    }

    @Override
    public void close() {
        alive.shutdownNow();
        try {
            socket.close();
        } catch (IOException e) {
            // the other end sees that it is closed
        }
    }
}
