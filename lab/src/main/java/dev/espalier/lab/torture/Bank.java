package dev.espalier.lab.torture;

import java.util.ArrayList;
import java.util.List;

/** The objects of the workload: ordinary Java classes. The field {@code place} is an object's number within its class, from 0. */
@SuppressWarnings("NullAway.Init") // the subjects and the library set the fields
public final class Bank {

    private Bank() {}

    /** Gives and takes. */
    public static final class Account {
        /** Zero until it is stored. */
        public long id;
        /** Among the accounts. */
        public int place;
        /** Never below 0. */
        public long balance;
        /** How many transfers it was in. */
        public long changes;
    }

    /** One transfer. */
    public static final class Entry {
        /** Zero until it is stored. */
        public long id;
        /** The operation's. */
        public long number;
        /** The account that gave. */
        public Account giver;
        /** The account that got. */
        public Account taker;
        /** How much. */
        public long amount;
    }

    /** A list to whose end numbers are appended. */
    public static final class Log {
        /** Zero until it is stored. */
        public long id;
        /** Among the logs. */
        public int place;
        /** How many numbers were dropped at the start. */
        public long dropped;
        /** Those that are left. */
        public List<Long> numbers = new ArrayList<>();
    }

    /** Has notes in an order. */
    public static final class Board {
        /** Zero until it is stored. */
        public long id;
        /** Among the boards. */
        public int place;
        /** Each on one board only. */
        public List<Note> notes = new ArrayList<>();
    }

    /** Stands on a board until it is deleted. */
    public static final class Note {
        /** Zero until it is stored. */
        public long id;
        /** That of the operation which added it. */
        public long number;
    }

    /** Refers to a note. */
    public static final class Pin {
        /** Zero until it is stored. */
        public long id;
        /** Among the pins. */
        public int place;
        /** Null if there is none, or if it is gone. */
        public Note note;
    }
}
