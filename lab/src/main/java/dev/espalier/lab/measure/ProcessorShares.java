package dev.espalier.lab.measure;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The use of a machine's processors in the time that counts, in percent of all processors.
 *
 * @param busyPercent of all processes and interrupts
 * @param labPercent of the lab's process
 * @param serverPercent of the server's process and its children; null if it is not on this machine, or not seen
 * @param othersPercent of processes that are neither, and of other virtual machines; null if the server may be among them
 */
public record ProcessorShares(
        int busyPercent,
        int labPercent,
        @Nullable Integer serverPercent,
        @Nullable Integer othersPercent) {

    /** Background work of an idle machine takes less. */
    private static final int FOREIGN_PERCENT = 10;

    /** @return whether others took so much that the figures are not those of the target alone */
    public boolean besideOthers() {
        return othersPercent != null && othersPercent > FOREIGN_PERCENT;
    }

    /** @return the shares as they are shown */
    public String words() {
        return String.format(Locale.ROOT, "%d %% busy: lab %d %%", busyPercent, labPercent)
                + (serverPercent == null ? "" : String.format(Locale.ROOT, ", server %d %%", serverPercent))
                + (othersPercent == null
                        ? ", the rest server or others"
                        : String.format(Locale.ROOT, ", others %d %%", othersPercent));
    }
}
