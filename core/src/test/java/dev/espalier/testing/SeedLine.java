package dev.espalier.testing;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/** Says, first and last in each process of tests, by which seed the run is repeated. Registered in META-INF/services. */
public final class SeedLine implements LauncherSessionListener {

    private static final AtomicBoolean IS_SAID = new AtomicBoolean();
    /** Surefire opens and closes a session of its own before, in which it only looks for tests. */
    private static final AtomicBoolean HAS_RUN = new AtomicBoolean();

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (!IS_SAID.getAndSet(true)) {
            System.out.println(line());
        }
        session.getLauncher().registerTestExecutionListeners(new TestExecutionListener() {
            @Override
            public void testPlanExecutionStarted(TestPlan plan) {
                HAS_RUN.set(true);
            }
        });
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        if (HAS_RUN.getAndSet(false)) {
            System.out.println(line());
        }
    }

    static String line() {
        return "seed %d, one place of %d; -Despalier.seed=%d repeats it".formatted(Seeds.seed(), Sample.oneOf(), Seeds.seed());
    }
}
