package dev.espalier.lab.torture;

/**
 * One transaction of the workload, as data.
 *
 * @param kind what is done
 * @param number unique in a run; what the operation adds bears it
 * @param first the object it is done to, by its place among those of its class
 * @param second the other object, if there is one
 * @param draw an amount, or which member of a list
 */
public record Operation(Kind kind, long number, int first, int second, int draw) {

    /** The kinds of operations. */
    public enum Kind {
        /** An account gives to another; an entry with the operation's number says so. Refused if the giver has too little. */
        TRANSFER,
        /** A log gets the operation's number at its end; the result is its position. */
        APPEND,
        /** A board gets a new note with the operation's number, somewhere. Refused if it is full. */
        ADD,
        /** A note of a board is deleted, and with it all references to it; the result is its number. Refused if there is none. */
        REMOVE,
        /** A note goes from a board to the end of another; the result is its number. Refused if there is none, or no room. */
        MOVE,
        /** A pin refers to a note of a board from now on; the result is its number. Refused if there is none. */
        REFER
    }

    /** The result of an operation that was done and has nothing to say. */
    public static final long DONE = 0;
    /** The result of an operation that had nothing to do: its transaction has written nothing. */
    public static final long REFUSED = -1;
    /** The most notes that a board holds. */
    public static final int BOARD = 20;
    /** The most numbers that a log holds; a longer one drops the first half and counts what it has dropped. */
    public static final int LOG = 100;

    /** Returns the drawn member of a list of a size. */
    int at(int size) {
        return draw % size;
    }

    /** The operation as a line of a journal. */
    @Override
    public String toString() {
        return kind + " " + number + " " + first + " " + second + " " + draw;
    }

    /** Reads an operation from the words of a journal, from an index on. */
    static Operation parse(String[] words, int from) {
        return new Operation(
                Kind.valueOf(words[from]),
                Long.parseLong(words[from + 1]),
                Integer.parseInt(words[from + 2]),
                Integer.parseInt(words[from + 3]),
                Integer.parseInt(words[from + 4]));
    }
}
