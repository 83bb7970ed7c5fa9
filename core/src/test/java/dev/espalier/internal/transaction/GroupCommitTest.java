package dev.espalier.internal.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.ErrorCode;
import dev.espalier.error.EspalierException;
import dev.espalier.internal.jdbc.ConnectionOptions;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import dev.espalier.internal.sql.Statement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads that wait for each other's turn in a real file, and the outcome that each of them gets. */
@Tag("pure")
@NullUnmarked // tests give null on purpose
class GroupCommitTest {

    /** Only a hang reaches it. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    private ConnectionSource source;
    private GroupCommit group;

    @BeforeEach
    void open() {
        source = source(LONGEST);
        try (Session session = source.writer()) {
            session.execute("CREATE TABLE written (number INTEGER PRIMARY KEY)");
        }
        group = new GroupCommit(source);
    }

    private ConnectionSource source(Duration lockWait) {
        return ConnectionSource.open(
                "jdbc:sqlite:" + folder.resolve("group.db"),
                new ConnectionOptions(
                        null, null, 4, LONGEST, lockWait, Duration.ZERO, Duration.ofMinutes(1), retry -> {}));
    }

    @AfterEach
    void close() {
        source.close();
    }

    @Test
    void waitingTransactionsAreCommittedTogether() throws Exception {
        List<Caller> callers = meanwhileTheTurnIsHeld(insert(1), insert(2), insert(3), insert(4));

        assertThat(callers).extracting(Caller::failure).containsOnlyNulls();
        assertThat(numbers()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(sessions).hasSize(1);
    }

    @Test
    void failureOfOneMemberLeavesTheOthersCommitted() throws Exception {
        List<Caller> callers = meanwhileTheTurnIsHeld(insert(1), insert(2).andThen(insert(1)), insert(3));

        assertThat(callers.get(0).failure()).isNull();
        assertThat(callers.get(2).failure()).isNull();
        assertThat(callers.get(1).code()).isEqualTo("duplicate");
        assertThat(numbers()).containsExactly(1L, 3L);
    }

    @Test
    void unexpectedExceptionStaysWithItsMember() throws Exception {
        List<Caller> callers = meanwhileTheTurnIsHeld(insert(1), session -> {
            throw new IllegalStateException("made up");
        });

        assertThat(callers.get(0).failure()).isNull();
        assertThat(callers.get(1).failure()).isInstanceOf(IllegalStateException.class);
        assertThat(numbers()).containsExactly(1L);
    }

    @Test
    void interruptedMemberLeavesTheGroup() throws Exception {
        ConnectionSource.Turn turn = source.turnToWrite();
        Caller first = new Caller(insert(1));
        Caller second = new Caller(insert(2));
        second.thread.interrupt();
        second.await();
        turn.close();
        first.await();

        assertThat(second.code()).isEqualTo("interrupted");
        assertThat(first.failure()).isNull();
        assertThat(numbers()).containsExactly(1L);
    }

    @Test
    void interruptedLeaderHandsTheLeadOn() throws Exception {
        ConnectionSource.Turn turn = source.turnToWrite();
        Caller first = new Caller(insert(1));
        Caller second = new Caller(insert(2));
        first.thread.interrupt();
        first.await();
        turn.close();
        second.await();

        assertThat(first.code()).isEqualTo("interrupted");
        assertThat(second.failure()).isNull();
        assertThat(numbers()).containsExactly(2L);
    }

    @Test
    void interruptDuringTheSendIsReportedToTheLeaderOnly() throws Exception {
        List<Caller> callers = meanwhileTheTurnIsHeld(interrupt().andThen(insert(1)), insert(2));

        assertThat(callers.get(0).code()).isEqualTo("interrupted");
        assertThat(callers.get(1).code()).isEqualTo("conflict");
        assertThat(numbers()).isEmpty();
    }

    @Test
    void rollbackByTheEngineMakesTheOtherMembersRetry() throws Exception {
        List<Caller> callers = meanwhileTheTurnIsHeld(
                insert(1),
                session -> {
                    session.execute("ROLLBACK");
                    throw new DatabaseException(ErrorCode.DISK_FULL, "made up");
                },
                insert(3));

        assertThat(callers).extracting(Caller::code).containsExactly("conflict", "disk-full", "conflict");
        assertThat(numbers()).isEmpty();
    }

    @Test
    void timeoutOfTheWriterLockFailsEveryMember() throws Exception {
        try (ConnectionSource impatient = source(Duration.ofMillis(200));
                ConnectionSource.Turn turn = impatient.turnToWrite()) {
            group = new GroupCommit(impatient);
            List<Caller> callers = List.of(new Caller(insert(1)), new Caller(insert(2)));
            for (Caller caller : callers) {
                caller.await();
            }
            assertThat(callers).extracting(Caller::code).containsOnly("lock-timeout");
        }
        assertThat(numbers()).isEmpty();
    }

    @SafeVarargs
    private final List<Caller> meanwhileTheTurnIsHeld(Consumer<Session>... writes) throws Exception {
        List<Caller> callers = new ArrayList<>();
        try (ConnectionSource.Turn turn = source.turnToWrite()) {
            for (Consumer<Session> write : writes) {
                callers.add(new Caller(write));
            }
        }
        for (Caller caller : callers) {
            caller.await();
        }
        return callers;
    }

    /** A thread that has come to wait when this is made. */
    private final class Caller {

        private final FutureTask<Throwable> outcome;
        private final Thread thread;

        Caller(Consumer<Session> write) throws InterruptedException {
            outcome = new FutureTask<>(() -> catchThrowable(() -> group.commit(write)));
            thread = new Thread(outcome);
            thread.start();
            while (thread.getState() != Thread.State.TIMED_WAITING && thread.isAlive()) {
                Thread.sleep(1);
            }
        }

        void await() throws InterruptedException {
            thread.join();
        }

        Throwable failure() {
            try {
                return outcome.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new AssertionError(e);
            }
        }

        String code() {
            return failure() instanceof EspalierException known ? known.code() : null;
        }
    }

    private Consumer<Session> insert(int number) {
        return session -> {
            sessions.add(session);
            session.update(Statement.of("INSERT INTO written VALUES (" + number + ")"));
        };
    }

    private static Consumer<Session> interrupt() {
        return session -> Thread.currentThread().interrupt();
    }

    private List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        try (Session session = source.session()) {
            session.query(
                    Statement.of("SELECT number FROM written ORDER BY number"), row -> numbers.add(row.getLong(1)));
        }
        return numbers;
    }
}
