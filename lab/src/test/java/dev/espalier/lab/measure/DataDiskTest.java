package dev.espalier.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("pure")
class DataDiskTest {

    /** What {@code makedev(3)} of glibc gives. */
    @ParameterizedTest
    @CsvSource({"0xfe00, 254, 0", "0x10302, 259, 2", "0x6781239a, 0x123, 0x6789a", "0x1200000034505, 0x12345, 5"})
    void numbersAreTakenApartAsLinuxPutsThemTogether(String device, String major, String minor) {
        assertThat(DataDisk.of(Long.decode(device))).isEqualTo(new DataDisk(Long.decode(major), Long.decode(minor)));
    }

    @Test
    void placeThatIsNotThereHasNoDisk(@TempDir Path folder) {
        assertThat(DataDisk.of(folder.resolve("missing"))).isEmpty();
    }
}
