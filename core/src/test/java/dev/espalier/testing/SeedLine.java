package dev.espalier.testing;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Says, first and last in each process of tests, by which seed the run is repeated. Registered in META-INF/services. A session that only looks for tests,
 * as Maven has one, says nothing.
 */
public final class SeedLine implements LauncherSessionListener {

    private static final AtomicBoolean IS_SAID = new AtomicBoolean();

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        session.getLauncher().registerTestExecutionListeners(new TestExecutionListener() {
            @Override
            public void testPlanExecutionStarted(TestPlan plan) {
                if (!IS_SAID.getAndSet(true)) {
                    System.out.println(line());
                }
            }
        });
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        if (IS_SAID.get()) {
            System.out.println(line());
        }
    }

    static String line() {
        return "seed %d, one place of %d; -Despalier.seed=%d repeats it"
                .formatted(Seeds.seed(), Sample.oneOf(), Seeds.seed());
    }
}
