package dev.espalier.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The usage of a machine between two readings of Linux's counters. */
@Tag("pure")
class MachineCountersTest {

    private static final List<String> MEMORY =
            List.of("MemTotal:       2000000 kB", "MemFree:         100000 kB", "MemAvailable:   1000000 kB");
    private static final long SECOND = 1_000_000_000;

    private static MachineCounters counters(long nanoTime, String processors, String... disks) {
        return counters(nanoTime, processors, null, disks);
    }

    private static MachineCounters counters(
            long nanoTime, String processors, @Nullable DataDisk ofData, String... disks) {
        return MachineCounters.of(nanoTime, processors, List.of(disks), ofData, MEMORY, null, null);
    }

    @Test
    void usageIsWhatWasCountedBetweenTwoReadings() {
        MachineCounters before = counters(
                0,
                "cpu 100 0 50 1000 20 0 0 0 0 0",
                " 8 0 sda 10 0 1000 40 5 0 500 30 0 60 70",
                " 8 1 sda1 10 0 1000 40 5 0 500 30 0 60 70");
        MachineCounters after = counters(
                SECOND,
                "cpu 160 10 60 1070 60 5 5 0 0 0",
                " 8 0 sda 30 0 5000 140 15 0 1500 80 0 560 300",
                " 8 1 sda1 30 0 5000 140 15 0 1500 80 0 560 300");

        ResourceSample sample = after.since(before, 7);

        assertThat(sample)
                .isEqualTo(new ResourceSample(
                        7,
                        45,
                        null,
                        null,
                        null,
                        null,
                        1_024,
                        4_000 * 512 / 1e6,
                        1_000 * 512 / 1e6,
                        new ResourceSample.Processors(35, 10, 20),
                        new ResourceSample.Disks(null, 50, 20, 10, 5.0, 5.0),
                        null,
                        null));
    }

    private static MachineCounters beside(String processors, int lab, ServerProcess.@Nullable Use server) {
        return MachineCounters.of(
                0, processors, List.of(), null, MEMORY, new ServerProcess.Use(1, lab, 0, 1_000_000), server);
    }

    @Test
    void processorsAreSharedByTheLabTheServerAndOthers() {
        ServerProcess.Use idle = new ServerProcess.Use(2, 60, 40, 1_000_000);
        MachineCounters before = beside("cpu 100 0 50 1000 20 0 0 0 0 0", 10, idle);
        MachineCounters after =
                beside("cpu 250 5 85 1000 20 2 3 5 0 0", 14, new ServerProcess.Use(2, 100, 60, 1_000_000));

        // 200 ticks: interrupts are nobody's, the time of other machines is that of others
        assertThat(after.sharesSince(before, false)).isEqualTo(new ProcessorShares(100, 2, 30, 66));
    }

    @Test
    void serverThatIsNotSeenIsNotToldFromOthers() {
        MachineCounters before = beside("cpu 100 0 50 1000 20 0 0 0 0 0", 10, null);
        MachineCounters after = beside("cpu 250 0 100 1000 20 0 0 0 0 0", 14, null);

        assertThat(after.sharesSince(before, true)).isEqualTo(new ProcessorShares(100, 2, null, null));
        assertThat(after.sharesSince(before, false)).isEqualTo(new ProcessorShares(100, 2, null, 98));
    }

    @Test
    void sharesOfLessThanAHundredTicksAreNotKnown() {
        MachineCounters before = beside("cpu 100 0 50 1000 20 0 0 0 0 0", 10, null);

        assertThat(beside("cpu 149 0 60 1040 20 0 0 0 0 0", 14, null).sharesSince(before, false))
                .isNull();
    }

    @Test
    void diskThatDidNothingHasNoTimesAndNoDiskHasNoFigures() {
        String processors = "cpu 1 1 1 1 1 1 1 1 0 0";
        String idle = " 259 0 nvme0n1 10 0 1000 40 5 0 500 30 0 60 70";

        assertThat(counters(SECOND, processors, idle)
                        .since(counters(0, processors, idle), 1)
                        .disks())
                .isEqualTo(new ResourceSample.Disks(null, 0, 0, 0, null, null));
        ResourceSample without =
                counters(SECOND, processors, " 7 0 loop0 1 0 1 1 1 0 1 1 0 1 1").since(counters(0, processors), 1);
        assertThat(without.disks()).isNull();
        assertThat(without.readMegabytes()).isNull();
        assertThat(without.writtenMegabytes()).isNull();
    }

    @Test
    void diskWithTheDataIsToldFromTheOthers() {
        String processors = "cpu 1 1 1 1 1 1 1 1 0 0";
        String[] before = {" 254 0 vda 10 0 1000 40 5 0 500 30 0 60 70", " 253 1 dm-1 1 0 8 4 5 0 40 30 0 6 7"};
        String[] after = {" 254 0 vda 90 0 9000 99 9 0 900 90 0 960 99", " 253 1 dm-1 3 0 24 7 5 0 40 30 0 106 7"};

        assertThat(counters(2 * SECOND, processors, new DataDisk(253, 1), after)
                        .since(counters(0, processors, new DataDisk(253, 1), before), 1)
                        .disks())
                .as("two seconds have passed")
                .isEqualTo(new ResourceSample.Disks("dm-1", 5, 1, 0, 1.5, null));
        assertThat(counters(SECOND, processors, new DataDisk(0, 44), after)
                        .since(counters(0, processors, new DataDisk(0, 44), before), 1)
                        .disks())
                .as("a file system in memory is on no disk")
                .isEqualTo(new ResourceSample.Disks(null, 90, 80, 4, 0.738, 15.0));
    }

    @Test
    void userAndSystemOfLabAndServerAreApart() {
        MachineCounters before =
                beside("cpu 100 0 50 1000 20 0 0 0 0 0", 10, new ServerProcess.Use(2, 60, 40, 1_000_000));
        MachineCounters after =
                beside("cpu 200 0 150 1000 20 0 0 0 0 0", 30, new ServerProcess.Use(2, 90, 140, 7_000_000));

        ResourceSample sample = after.since(before, 1);

        assertThat(sample.client()).isEqualTo(new ResourceSample.Share(10, 0));
        assertThat(sample.server()).isEqualTo(new ResourceSample.Share(15, 50));
        assertThat(sample.serverPercent()).isEqualTo(65);
        assertThat(sample.serverMegabytes()).isEqualTo(7);
    }

    @Test
    void serverThatWasStartedAnewHasNoShareOfItsFirstSecond() {
        MachineCounters before =
                beside("cpu 100 0 50 1000 20 0 0 0 0 0", 10, new ServerProcess.Use(2, 60, 40, 1_000_000));
        MachineCounters after =
                beside("cpu 200 0 150 1000 20 0 0 0 0 0", 30, new ServerProcess.Use(3, 70, 50, 7_000_000));

        ResourceSample sample = after.since(before, 1);

        assertThat(sample.server()).isNull();
        assertThat(sample.serverPercent()).isNull();
        assertThat(sample.serverMegabytes()).isEqualTo(7);
    }
}
