package dev.espalier.transfer;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.Version;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("pure")
class JacksonVersionTest {

    private static Version version(int minor) {
        return new Version(2, minor, 3, null, null, null);
    }

    @Test
    void anOlderVersionIsRefused() {
        assertThatThrownBy(() -> JacksonVersion.require(version(17)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("jackson-core: found version 2.17.3 on the class path; expected 2.21.0");
    }

    @Test
    void theBuildsVersionAndLaterOnesAreTaken() {
        assertThatCode(JacksonVersion::require).doesNotThrowAnyException();
        assertThatCode(() -> JacksonVersion.require(version(30))).doesNotThrowAnyException();
    }
}
