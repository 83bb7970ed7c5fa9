package dev.espalier.internal.transaction;

import static dev.espalier.error.ErrorCode.CONFLICT;
import static dev.espalier.error.ErrorCode.INTERRUPTED;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.error.UnknownOutcomeException;
import dev.espalier.internal.jdbc.ConnectionSource;
import dev.espalier.internal.jdbc.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Commits the writes of several threads in one transaction, on an engine with a single writer. The thread that gets the right to write becomes the
 * leader and takes along the writes of those that wait for it, so the disk is waited for once. The writes of each member follow a savepoint, so they
 * can fail alone. No member is reported as committed before all are. Safe for any number of threads.
 */
final class GroupCommit {

    /** The maximum size of a group. In a larger one a member waits longer for the others than it saves. */
    private static final int MOST = 64;

    private static final String SAVEPOINT = "espalier";

    private final ConnectionSource source;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Member> waiting = new ArrayDeque<>();
    /** The member that has the right to write, or waits for it; null for none. */
    private @Nullable Member leader;

    GroupCommit(ConnectionSource source) {
        this.source = source;
    }

    /** The writes of one thread, and what became of them; guarded by the lock. */
    private final class Member {
        private final Consumer<Session> writes;
        private final Condition changed = lock.newCondition();
        private boolean isDone;
        private boolean isCommitted;
        private @Nullable RuntimeException failure;

        private Member(Consumer<Session> writes) {
            this.writes = writes;
        }

        private void send(Session session) {
            writes.accept(session);
            session.flush();
        }
    }

    /**
     * Commits what the consumer writes to the session that it is given, maybe in another thread and together with other writes. Returns after the commit.
     *
     * @throws UnknownOutcomeException if it may be committed or not
     * @throws EspalierException if the database refused it; nothing of it was committed
     * @throws RuntimeException if the consumer has thrown it; nothing of it was committed
     */
    void commit(Consumer<Session> writes) {
        Member member = new Member(writes);
        lock.lock();
        try {
            waiting.add(member);
            if (leader == null) {
                leader = member;
            } else {
                awaitEndOrLead(member);
            }
        } finally {
            lock.unlock();
        }
        if (!member.isDone) {
            lead(member);
        }
        if (member.failure != null) {
            throw member.failure;
        }
    }

    /** Waits until the member is done, or becomes the leader. A member that is part of a group already waits for its end, come what may. */
    private void awaitEndOrLead(Member member) {
        long nanos = source.lockWait().toNanos();
        boolean wasInterrupted = false;
        try {
            while (!member.isDone && leader != member) {
                if (wasInterrupted || nanos <= 0) {
                    if (waiting.remove(member)) {
                        throw wasInterrupted ? ConnectionSource.interrupted() : source.turnNotHad();
                    }
                    member.changed.awaitUninterruptibly();
                } else {
                    try {
                        nanos = member.changed.awaitNanos(nanos);
                    } catch (InterruptedException e) {
                        wasInterrupted = true;
                    }
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void lead(Member own) {
        List<Member> group = new ArrayList<>();
        try (ConnectionSource.Turn turn = source.turnToWrite()) {
            take(own, group);
            commit(group);
        } catch (EspalierException e) {
            failed(e, own, group);
        } catch (Throwable e) { // a defect in the leader's thread, before the COMMIT or behind it
            group.stream()
                    .filter(member -> !member.isCommitted && member.failure == null)
                    .forEach(member -> member.failure = undone(e));
            throw e;
        } finally {
            end(own, group);
        }
    }

    private void commit(List<Member> group) {
        try (Session session = source.begun(Session::beginWrite)) {
            if (group.size() == 1) {
                group.get(0).send(session);
            } else {
                group.forEach(member -> sendApart(session, member));
            }
            CommitMarker.commit(session);
            group.forEach(member -> member.isCommitted = true);
        }
    }

    /** Sends the writes of one member, which fail alone unless the engine has rolled back the others' too. */
    private static void sendApart(Session session, Member member) {
        session.savepoint(SAVEPOINT);
        try {
            member.send(session);
        } catch (RuntimeException e) {
            if (isInterrupt(e)) {
                throw e;
            }
            member.failure = e;
            undoApart(session, e);
        }
        session.releaseSavepoint(SAVEPOINT);
    }

    private static void undoApart(Session session, RuntimeException failure) {
        try {
            session.rollbackToSavepoint(SAVEPOINT);
        } catch (EspalierException e) {
            failure.addSuppressed(e);
            throw undone(failure);
        }
        if (session.isLost()) { // a cancel of the member's statement may still be on its way, and would hit another
            // member's
            throw undone(failure);
        }
    }

    private static boolean isInterrupt(RuntimeException failure) {
        return failure instanceof EspalierException known && known.errorCode() == INTERRUPTED;
    }

    /** An interrupt concerns the leader alone, whichever member's writes were being sent; the other members are to retry. */
    private static void failed(EspalierException failure, Member own, List<Member> group) {
        if (!group.contains(own)) {
            own.failure = failure;
        }
        for (Member member : group) {
            if (member.failure == null) {
                member.failure = member == own ? failure : isInterrupt(failure) ? undone(failure) : sameFor(failure);
            }
        }
    }

    /** Each member throws one of its own. */
    private static EspalierException sameFor(EspalierException failure) {
        EspalierException same = failure instanceof UnknownOutcomeException unknown
                ? new UnknownOutcomeException(
                        String.valueOf(unknown.getMessage()), unknown.slot(), unknown.number(), unknown)
                : new DatabaseException(failure.errorCode(), failure.getMessage(), failure);
        same.initPlace(failure.place());
        return same;
    }

    private static DatabaseException undone(Throwable cause) {
        return new DatabaseException(
                CONFLICT,
                "the writes were rolled back together with those of other threads in the same transaction",
                cause);
    }

    private void take(Member own, List<Member> group) {
        lock.lock();
        try {
            waiting.remove(own);
            group.add(own);
            while (group.size() < MOST && !waiting.isEmpty()) {
                group.add(waiting.poll());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes the next member the leader, and wakes the members of the group. */
    private void end(Member own, List<Member> group) {
        lock.lock();
        try {
            waiting.remove(own);
            leader = waiting.peek();
            if (leader != null) {
                leader.changed.signal();
            }
            for (Member member : group) {
                member.isDone = true;
                member.changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }
}
