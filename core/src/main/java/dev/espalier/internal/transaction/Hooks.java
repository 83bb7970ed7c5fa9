package dev.espalier.internal.transaction;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the work of one attempt wants to run after its end. An exception that a hook throws is logged. For one thread. */
final class Hooks {

    private static final Logger LOG = LoggerFactory.getLogger(Hooks.class);

    private final List<Runnable> afterCommit = new ArrayList<>();
    private final List<Runnable> onRollback = new ArrayList<>();

    void afterCommit(Runnable hook) {
        afterCommit.add(hook);
    }

    void onRollback(Runnable hook) {
        onRollback.add(0, hook);
    }

    /** Runs the hooks in the order in which they were added. */
    void committed() {
        afterCommit.forEach(Hooks::run);
    }

    /** Runs the hooks in the reverse order. */
    void rolledBack() {
        onRollback.forEach(Hooks::run);
    }

    /** Languages other than Java allow a hook to throw checked exceptions. */
    private static void run(Runnable hook) {
        try {
            hook.run();
        } catch (Throwable e) {
            LOG.error("a transaction's hook failed", e);
        }
    }
}
