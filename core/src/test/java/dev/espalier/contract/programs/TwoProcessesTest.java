package dev.espalier.contract.programs;

import static dev.espalier.contract.evolution.AdditiveContractTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.Database;
import dev.espalier.Model;
import dev.espalier.Settings;
import dev.espalier.annotation.Was;
import dev.espalier.error.EspalierException;
import dev.espalier.evolution.SchemaAdmin;
import dev.espalier.health.Health;
import dev.espalier.testing.EngineIndependent;
import dev.espalier.testing.OnEveryEngine;
import dev.espalier.testing.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A program of the older model in a process of its own goes on while the newer one adds its fields, and keeps a finish off until it ends. */
@EngineIndependent
class TwoProcessesTest {

    private static final int ACCOUNTS = 6;
    private static final int START = 1_000;

    static class V1 {
        static class Account {
            long id;
            String owner;
            int balance;
            List<String> notes = new ArrayList<>();
        }
    }

    static class V2 {
        @Was("Account")
        static class Account {
            long id;
            String owner;
            int balance;
            int limit;
        }
    }

    /** The older program: moves money between accounts until its input ends. */
    static final class Older {

        private Older() {}

        /** @param arguments the URL */
        public static void main(String[] arguments) throws IOException {
            Settings settings =
                    TestDatabase.patient().user(System.getenv("TEST_USER")).password(System.getenv("TEST_PASSWORD"));
            try (Database db = Database.open(arguments[0], Model.of(V1.Account.class), settings)) {
                for (int i = 0; System.in.available() == 0; i++) {
                    int from = i % ACCOUNTS;
                    db.useTransaction(tx -> {
                        V1.Account a = tx.query(V1.Account.class, "owner = :owner")
                                .with("owner", "o" + from)
                                .one();
                        V1.Account b = tx.query(V1.Account.class, "owner = :owner")
                                .with("owner", "o" + (from + 1) % ACCOUNTS)
                                .one();
                        a.balance--;
                        b.balance++;
                        a.notes.add("to " + b.owner);
                        tx.storeAll(List.of(a, b));
                    });
                    System.out.println("moved");
                }
                System.out.println("ended");
            } catch (EspalierException e) {
                System.out.println("failed " + e.code() + " " + e.getMessage().replace('\n', ' '));
            }
        }
    }

    private static Process start(TestDatabase database) throws IOException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        path,
                        Older.class.getName(),
                        database.url())
                .redirectErrorStream(false)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        if (database.engine().isServer()) {
            builder.environment().put("TEST_USER", database.user());
            builder.environment().put("TEST_PASSWORD", database.password());
        }
        return builder.start();
    }

    @OnEveryEngine
    void theOlderProgramKeepsAFinishOffUntilItEnds(TestDatabase database) throws Exception {
        try (Database db = Database.open(database.url(), Model.of(V1.Account.class), database.settings())) {
            for (int i = 0; i < ACCOUNTS; i++) {
                V1.Account account = new V1.Account();
                account.owner = "o" + i;
                account.balance = START;
                db.store(account);
            }
        }
        Process older = start(database);
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(older.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo("moved");
            Model newer = Model.of(V2.Account.class);
            try (Database db = Database.open(database.url(), newer, database.settings())) {
                for (int i = 0; i < 20; i++) {
                    assertThat(said.readLine()).isEqualTo("moved");
                    db.useTransaction(tx -> {
                        V2.Account account =
                                tx.query(V2.Account.class, "owner = 'o3'").one();
                        account.limit++;
                        tx.store(account);
                    });
                    assertThat(sum(db)).isEqualTo(ACCOUNTS * START);
                }
                while (SchemaAdmin.at(database.url(), database.settings()).programs().stream()
                        .noneMatch(program -> program.process() == older.pid())) {
                    assertThat(older.isAlive()).isTrue();
                    // A program registers at an embedded database a little after it opens it.
                    LockSupport.parkNanos(10_000_000);
                }
                refused(
                        () -> SchemaAdmin.at(database.url(), database.settings())
                                .finish(newer),
                        "in-use",
                        Older.class.getName(),
                        "process " + older.pid());
                assertThat(said.readLine()).isEqualTo("moved");
                older.getOutputStream().write('\n');
                older.getOutputStream().flush();
                String last = said.readLine();
                while ("moved".equals(last)) {
                    last = said.readLine();
                }
                assertThat(last).isEqualTo("ended");
                older.waitFor();
                assertThat(SchemaAdmin.at(database.url(), database.settings())
                                .finish(newer)
                                .steps())
                        .hasSize(1);
                assertThat(sum(db)).isEqualTo(ACCOUNTS * START);
                assertThat(db.query(V2.Account.class, "limit = 20").list())
                        .extracting(account -> account.owner)
                        .containsExactly("o3");
                assertThat(Health.of(db).verify().findings()).isEmpty();
            }
        } finally {
            older.destroyForcibly().waitFor();
        }
        Process again = start(database);
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(again.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine())
                    .startsWith("failed dropped")
                    .contains("process " + ProcessHandle.current().pid());
        } finally {
            again.destroyForcibly().waitFor();
        }
    }

    private static int sum(Database db) {
        return db.query(V2.Account.class, "").list().stream()
                .mapToInt(account -> account.balance)
                .sum();
    }
}
