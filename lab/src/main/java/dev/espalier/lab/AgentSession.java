package dev.espalier.lab;

import dev.espalier.lab.agent.AgentException;
import dev.espalier.lab.agent.Channel;
import dev.espalier.lab.agent.Message;
import dev.espalier.lab.load.Slice;
import dev.espalier.lab.result.Environment;
import dev.espalier.lab.spec.SpecException;
import dev.espalier.lab.target.Password;
import dev.espalier.lab.target.Targets;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The session of an agent with one leader. One thread receives messages and answers simple ones at once; another thread works. If the
 * leader is gone, the run ends and its data are dropped.
 */
final class AgentSession {

    private final Channel channel;
    private final Targets targets;
    private final Password password;
    private final Path folder;
    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "lab-agent-work"));
    private final Opening opening = new Opening();
    private volatile @Nullable LocalSide side;
    private volatile boolean stopped;
    private volatile CompletableFuture<Long> start = new CompletableFuture<>();

    AgentSession(Channel channel, Targets targets, Password password, Path folder) {
        this.channel = channel;
        this.targets = targets;
        this.password = password;
        this.folder = folder;
    }

    /**
     * Serves until the leader is gone; what it had made is dropped then.
     *
     * @param first what the leader has said
     */
    void serve(Message first) {
        try {
            take(first);
            while (true) {
                take(channel.receive());
            }
        } catch (AgentException e) {
            // the leader has ended, or is lost: both end the session
        } finally {
            stop();
            worker.execute(this::finish);
            worker.shutdown();
            awaitWorker();
            channel.close();
        }
    }

    private void take(Message message) {
        if (message instanceof Message.AskClocks) {
            channel.send(new Message.Clocks(System.nanoTime(), Instant.now().toString()));
        } else if (message instanceof Message.Start begin) {
            start.complete(begin.nanoTime());
        } else if (message instanceof Message.Stop) {
            stop();
        } else {
            worker.execute(() -> answer(message));
        }
    }

    private void answer(Message message) {
        Message answer;
        try {
            answer = work(message);
        } catch (RuntimeException e) {
            answer = new Message.Failed(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        }
        try {
            channel.send(answer);
        } catch (UncheckedIOException | AgentException e) {
            channel.close(); // whoever receives meets it, and ends the session
        }
    }

    private Message work(Message message) {
        if (message instanceof Message.Prepare prepare) {
            if (!prepare.version().equals(ObjectsLab.version())) {
                throw new SpecException("found a leader of Espalier " + prepare.version() + ", expected "
                        + ObjectsLab.version() + " like the agent");
            }
            LocalSide opened = opening.open(
                    () -> LocalSide.open(prepare.spec(), targets, prepare.user(), password, prepare.machines()));
            side = opened;
            return new Message.Prepared(opened.facts(), opened.driverOptions(), Environment.of(targets.home(), folder));
        }
        if (message instanceof Message.Run run) {
            return new Message.Ran(side("a run")
                    .run(
                            new Slice(run.first(), run.count(), run.of()),
                            clock -> awaitStart(),
                            (figures, resources) -> channel.send(new Message.Second(figures, resources))));
        }
        if (message instanceof Message.AskRows) {
            return new Message.Rows(side("a question for rows").rows());
        }
        if (message instanceof Message.Check check) {
            side("a check").check(check.rowsBefore(), check.done(), check.unknown());
            return new Message.Done();
        }
        if (message instanceof Message.Finish) {
            finish();
            return new Message.Done();
        }
        throw new AgentException(
                "found the message " + message.getClass().getSimpleName() + ", expected one of a leader", null);
    }

    private LocalSide side(String asked) {
        LocalSide opened = side;
        if (opened == null) {
            throw new AgentException("found " + asked + " before anything was prepared", null);
        }
        return opened;
    }

    /** Connections are made: the leader says when it starts. A new run needs a new word. */
    private long awaitStart() {
        channel.send(new Message.Ready());
        if (stopped) {
            side("a run").stop(); // the word came before there was anything to stop
        }
        long at = start.join();
        start = new CompletableFuture<>();
        if (stopped) {
            side("a run").stop();
            return System.nanoTime();
        }
        return at;
    }

    private void stop() {
        stopped = true;
        opening.stop();
        start.complete(System.nanoTime());
        LocalSide running = side;
        if (running != null) {
            running.stop();
        }
    }

    private void finish() {
        LocalSide opened = side;
        side = null;
        if (opened != null) {
            opened.close();
        }
    }

    private void awaitWorker() {
        try {
            worker.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
