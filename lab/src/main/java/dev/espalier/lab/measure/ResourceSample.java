package dev.espalier.lab.measure;

/**
 * What the machine did in one second, all processes together.
 *
 * @param second since the start
 * @param processorPercent how busy the processors were, 100 when all were
 * @param readMegabytes read from disks
 * @param writtenMegabytes written to disks
 */
public record ResourceSample(int second, int processorPercent, double readMegabytes, double writtenMegabytes) {
}
