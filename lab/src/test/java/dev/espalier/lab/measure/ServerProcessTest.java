package dev.espalier.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

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
}
