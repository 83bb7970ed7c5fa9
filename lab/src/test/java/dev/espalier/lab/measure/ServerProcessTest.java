package dev.espalier.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerProcessTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://127.0.0.1:3306/x, true",
        "jdbc:postgresql://localhost/x, true",
        "redis://[::1]:6379, true",
        "'jdbc:mariadb://127.0.0.1,127.0.0.2/x', true",
        "jdbc:mysql://no-such-host.invalid/x, true",
        "jdbc:mysql://192.0.2.7:3306/x, false",
        "jdbc:sqlite:x.db, false",
        "jdbc:h2:mem:x, false"
    })
    void serverOfAnAddressOfThisMachineMayBeHere(String url, boolean mayBeHere) {
        assertThat(ServerProcess.mayBeHere(url)).isEqualTo(mayBeHere);
    }

    /** Two children of PostgreSQL's first process, whose name holds blanks; the third child has ended meanwhile. */
    @Test
    void familyAddsItsTimesAndCountsSharedMemoryOnce() {
        String ticks = " S 1 7 7 0 -1 4194560 9 9 0 0 %s 20 0 1 0 77 225000000 5000 18446744073709551615";
        List<String[]> stats = List.of(
                ServerProcess.stat(7, "7 (postgres)" + ticks.formatted("10 20 300 400")),
                ServerProcess.stat(8, "8 (postgres: io) x)" + ticks.formatted("1 2 50 60")),
                ServerProcess.stat(9, "9 (postgres)" + ticks.formatted("3 4 0 0")),
                ServerProcess.stat(10, ""));
        List<String> memories =
                List.of("54931 5000 4000 1 0 9 0", "54931 3000 1000 1 0 9 0", "54931 6000 4500 1 0 9 0", "");

        assertThat(ServerProcess.use(7, stats, memories))
                .isEqualTo(new ServerProcess.Use(
                        7, 10 + 300 + 1 + 3, 20 + 400 + 2 + 4, (1_000 + 2_000 + 1_500 + 4_500) * 4_096L));
    }

    @Test
    void clientsThatRunByThemselvesAreAnotherSum() {
        ServerProcess.Use lab = new ServerProcess.Use(1, 10, 20, 1_000);

        assertThat(lab.with(new ServerProcess.Use(5, 1, 2, 300))).isEqualTo(new ServerProcess.Use(5, 11, 22, 1_300));
    }
}
