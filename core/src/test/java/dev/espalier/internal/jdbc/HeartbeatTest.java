package dev.espalier.internal.jdbc;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class HeartbeatTest {

    @Test
    void aBeatThatFailsIsFollowedByOthers() throws InterruptedException {
        AtomicInteger number = new AtomicInteger();
        CountDownLatch third = new CountDownLatch(1);
        try (Heartbeat heartbeat = new Heartbeat("heartbeat", Duration.ofMillis(1), () -> {
            switch (number.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("of a test");
                case 2 -> throw new OutOfMemoryError("of a test");
                default -> third.countDown();
            }
        })) {
            third.await(); // for ever, if there is none
        }
    }
}
