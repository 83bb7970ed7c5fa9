package dev.espalier.lab.torture;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a database without ids: objects by their place, notes by their number.
 *
 * @param accounts all
 * @param entries all, or null if they were not read
 * @param logs all
 * @param boards the numbers of each board's notes
 * @param notes the numbers of all notes, in no order; null if they were not read
 * @param pins the number of the note that each refers to, null for none
 */
public record State(
        List<Account> accounts,
        @Nullable List<Entry> entries,
        List<Log> logs,
        List<List<Long>> boards,
        @Nullable List<Long> notes,
        List<Long> pins) {

    /** Stands where a list has no note: what it referred to is not there. */
    public static final long MISSING = -1;

    /**
     * An account.
     *
     * @param balance what it has
     * @param changes how many transfers it was in
     */
    public record Account(long balance, long changes) {}

    /**
     * One transfer.
     *
     * @param number the operation's
     * @param giver the account that gave
     * @param taker the account that got
     * @param amount how much
     */
    public record Entry(long number, int giver, int taker, long amount) {}

    /**
     * A list to whose end numbers are appended.
     *
     * @param dropped how many were dropped at its start
     * @param numbers those that are left
     */
    public record Log(long dropped, List<Long> numbers) {}
}
