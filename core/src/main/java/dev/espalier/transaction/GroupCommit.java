package dev.espalier.transaction;

import dev.espalier.error.DatabaseException;
import dev.espalier.error.EspalierException;
import dev.espalier.jdbc.ConnectionSource;
import dev.espalier.jdbc.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Commits what several threads write in one transaction of the database, where the engine has one writer at a time: who has its turn takes along
 * those who wait for theirs, and the disk is waited for once. Each one's writes stand behind a savepoint, so that they fail alone, and
 * nobody is told that they are committed before all are. Safe for any number of threads.
 */
final class GroupCommit {

    /** Beyond that many a member waits longer for the others than it saves. */
    private static final int MOST = 64;

    private final ConnectionSource source;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Member> waiting = new ArrayDeque<>();
    /** Whether a thread has its turn, or waits for it, that will take along who waits here. */
    private boolean isLed;

    GroupCommit(ConnectionSource source) {
        this.source = source;
    }

    /** What one thread writes. All but what never changes is guarded by the lock. */
    private final class Member {
        private final Consumer<Session> writes;
        private final Condition changed = lock.newCondition();
        private boolean leads;
        private boolean isCommitted;
        private boolean isDone;
        private RuntimeException failure;

        private Member(Consumer<Session> writes) {
            this.writes = writes;
        }

        private void send(Session session) {
            writes.accept(session);
            session.flush();
        }
    }

    /**
     * Commits what is written to the session that is handed out, maybe by another thread and together with others; returns when that is done.
     *
     * @throws EspalierException what stood in the way; nothing of it was committed
     * @throws RuntimeException what the writes have thrown; likewise
     */
    void commit(Consumer<Session> writes) {
        Member member = new Member(writes);
        if (await(member)) {
            lead(member);
        }
        if (member.failure != null) {
            throw member.failure;
        }
    }

    /** Waits until the member's writes are committed, or it has to see to that itself; then this is true. */
    private boolean await(Member member) {
        lock.lock();
        try {
            waiting.add(member);
            if (!isLed) {
                isLed = true;
                return true;
            }
            awaitChange(member);
            return !member.isDone;
        } finally {
            lock.unlock();
        }
    }

    /** Who is taken along already waits for the end, whatever happens meanwhile. */
    private void awaitChange(Member member) {
        long nanos = source.lockWait().toNanos();
        boolean wasInterrupted = false;
        try {
            while (!member.isDone && !member.leads) {
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

    private void lead(Member leader) {
        List<Member> group = new ArrayList<>();
        try (ConnectionSource.Turn turn = source.turnToWrite()) {
            take(leader, group);
            commit(group);
        } catch (EspalierException e) {
            failed(e, leader, group);
        } finally {
            end(leader, group);
        }
    }

    private void commit(List<Member> group) {
        try (Session session = source.begun(Session::beginWrite)) {
            if (group.size() == 1) {
                group.get(0).send(session);
            } else {
                group.forEach(member -> sendApart(session, member));
            }
            session.commit();
            group.forEach(member -> member.isCommitted = member.failure == null);
        }
    }

    /** What the member fails with is its own, unless the engine has undone the others' writes too. */
    private static void sendApart(Session session, Member member) {
        session.savepoint();
        try {
            member.send(session);
        } catch (RuntimeException e) {
            if (isInterrupt(e)) {
                throw e;
            }
            member.failure = e;
            undoApart(session, e);
        }
        session.releaseSavepoint();
    }

    private static void undoApart(Session session, RuntimeException failure) {
        try {
            session.rollbackToSavepoint();
        } catch (EspalierException e) {
            failure.addSuppressed(e);
            throw undone(failure);
        }
        if (session.isLost()) { // what ends the member's statement may be on its way still, and would hit another's
            throw undone(failure);
        }
    }

    private static boolean isInterrupt(RuntimeException failure) {
        return failure instanceof EspalierException known && known.code().equals("interrupted");
    }

    /** An interrupt is the leader's alone, whoever's writes were being sent; the others' are sent again. */
    private static void failed(EspalierException failure, Member leader, List<Member> group) {
        if (!group.contains(leader)) {
            leader.failure = failure;
        }
        for (Member member : group) {
            if (member.failure == null) {
                member.failure = member == leader ? failure : isInterrupt(failure) ? undone(failure)
                        : new DatabaseException(failure.code(), failure.getMessage(), failure.retryable(), failure);
            }
        }
    }

    private static DatabaseException undone(Throwable cause) {
        return new DatabaseException("conflict", "what other threads have written in the same transaction of the database was undone, and this with it",
                true, cause);
    }

    private void take(Member leader, List<Member> group) {
        lock.lock();
        try {
            waiting.remove(leader);
            group.add(leader);
            while (group.size() < MOST && !waiting.isEmpty()) {
                group.add(waiting.poll());
            }
        } finally {
            lock.unlock();
        }
    }

    /** The next one leads, and those of the group learn how it has ended. */
    private void end(Member leader, List<Member> group) {
        lock.lock();
        try {
            waiting.remove(leader);
            Member next = waiting.peek();
            isLed = next != null;
            if (next != null) {
                next.leads = true;
                next.changed.signal();
            }
            for (Member member : group) {
                if (!member.isCommitted && member.failure == null) {
                    member.failure = undone(null);
                }
                member.isDone = true;
                member.changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }
}
