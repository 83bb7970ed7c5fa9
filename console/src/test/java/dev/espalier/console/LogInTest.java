package dev.espalier.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.console.LogIn.Answer;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogInTest {

    private static final String PASSWORD = "a long sentence";

    private final AtomicLong clock = new AtomicLong();
    private final List<Duration> pauses = new ArrayList<>();
    private final LogIn logIn = new LogIn(PASSWORD, clock::get, pauses::add);

    private static InetAddress address(String text) throws Exception {
        return InetAddress.getByName(text);
    }

    private Answer check(String from, String password) throws Exception {
        return logIn.check(address(from), password);
    }

    @Test
    void rightPasswordIsAnsweredAtOnce() throws Exception {
        assertThat(check("192.0.2.1", PASSWORD)).isEqualTo(Answer.RIGHT);
        assertThat(pauses).isEmpty();
    }

    @Test
    void wrongPasswordsAreSlowedDownAndLimited() throws Exception {
        for (int i = 0; i < LogIn.MOST_WRONG; i++) {
            assertThat(check("192.0.2.1", PASSWORD + i)).isEqualTo(Answer.WRONG);
        }
        assertThat(pauses).hasSize(LogIn.MOST_WRONG).containsOnly(Duration.ofSeconds(1));
        assertThat(check("192.0.2.1", PASSWORD)).as("the right one, too early").isEqualTo(Answer.LATER);
        assertThat(check("192.0.2.2", PASSWORD)).as("another address").isEqualTo(Answer.RIGHT);
        clock.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(check("192.0.2.1", PASSWORD)).isEqualTo(Answer.LATER);
        clock.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(check("192.0.2.1", PASSWORD)).isEqualTo(Answer.RIGHT);
    }

    @Test
    void addressesOfOneNetworkOfIpv6AreOne() throws Exception {
        for (int i = 0; i < LogIn.MOST_WRONG; i++) {
            assertThat(check("2001:db8::" + (i + 1), "x")).isEqualTo(Answer.WRONG);
        }
        assertThat(check("2001:db8::ffff", PASSWORD)).isEqualTo(Answer.LATER);
        assertThat(check("2001:db8:0:1::1", PASSWORD)).isEqualTo(Answer.RIGHT);
    }

    @Test
    void manyAddressesTogetherAreLimitedToo() throws Exception {
        CountDownLatch begun = new CountDownLatch(20);
        CountDownLatch end = new CountDownLatch(1);
        LogIn slow = new LogIn(PASSWORD, clock::get, time -> {
            begun.countDown();
            end.await();
        });
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            InetAddress from = address("192.0.2." + i);
            answers.add(CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return slow.check(from, "x");
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    work -> new Thread(work).start()));
        }
        begun.await();
        assertThat(slow.check(address("192.0.2.100"), "x")).isEqualTo(Answer.LATER);
        assertThat(slow.check(address("192.0.2.101"), PASSWORD))
                .as("guesses keep nobody out")
                .isEqualTo(Answer.RIGHT);
        end.countDown();
        for (CompletableFuture<Answer> answer : answers) {
            assertThat(answer.get()).isEqualTo(Answer.WRONG);
        }
    }

    @Test
    void cookieOfATokenInUseIsRenewedOnceInAnHour() {
        Tokens tokens = new Tokens(Duration.ofHours(8), clock::get);
        String token = tokens.make();
        assertThat(tokens.mustRenew(token)).as("it was just given").isFalse();
        clock.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(tokens.mustRenew(token)).isTrue();
        assertThat(tokens.admits(token)).isTrue();
        assertThat(tokens.mustRenew(token)).as("a moment later").isFalse();
        clock.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(tokens.mustRenew(token)).isTrue();
        tokens.end(token);
        clock.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(tokens.mustRenew(token)).as("it has ended").isFalse();
    }

    @Test
    void tokensEndAfterTheirRestAndAtTheEndOfASession() {
        Tokens tokens = new Tokens(Duration.ofHours(8), clock::get);
        String token = tokens.make();
        String other = tokens.make();
        assertThat(token).isNotEqualTo(other).hasSize(43);
        clock.addAndGet(Duration.ofHours(8).toNanos());
        assertThat(tokens.admits(token)).isTrue();
        clock.addAndGet(1);
        assertThat(tokens.admits(token)).as("used a moment ago").isTrue();
        assertThat(tokens.admits(other)).as("not used for too long").isFalse();
        tokens.end(token);
        assertThat(tokens.admits(token)).isFalse();
        String kept = tokens.make();
        String key = tokens.key(kept);
        assertThat(tokens.admits(kept, key)).isTrue();
        assertThat(tokens.admits(kept, tokens.key(token)))
                .as("the key of another")
                .isFalse();
        assertThat(new Tokens(Duration.ofHours(8), clock::get).key(kept))
                .as("of another console")
                .isNotEqualTo(key);
        String first = tokens.make();
        for (int i = 0; i < 100; i++) {
            tokens.make();
        }
        assertThat(tokens.admits(first)).as("101 were made").isFalse();
    }
}
