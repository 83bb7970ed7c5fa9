package dev.espalier.lab.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The disk on which data lie, by the numbers that Linux gives it. A file system in memory, or one of several disks, has numbers that are of no disk.
 *
 * @param major number of its kind
 * @param minor number among its kind
 */
record DataDisk(long major, long minor) {

    /** Returns the disk of a file or folder; empty if the operating system does not tell. */
    static Optional<DataDisk> of(Path place) {
        try {
            return Optional.of(of(((Number) Files.getAttribute(place, "unix:dev")).longValue()));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Takes the two numbers out of one, as {@code makedev(3)} puts them in. */
    static DataDisk of(long device) {
        return new DataDisk(
                device >>> 8 & 0xfff | device >>> 32 & 0xfffff000L, device & 0xff | device >>> 12 & 0xffffff00L);
    }

    /** Returns whether a line of {@code /proc/diskstats} with these numbers is its own. */
    boolean isNumbered(String itsMajor, String itsMinor) {
        return itsMajor.equals(Long.toString(major)) && itsMinor.equals(Long.toString(minor));
    }
}
