package dev.espalier.lab.workload;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The tables {@code tbl_200}, {@code tbl_201} and so on of the published report, 15 columns each. A row is a pure function of seed, table and
 * number; four numbers in a row share an id, so that the index that is not unique finds several rows.
 *
 * @param tables how many
 * @param rows of each before the run, with numbers from 0
 * @param seed of the values
 */
public record FortyTables(int tables, long rows, long seed) {

    /** The columns in their order; the last one has a constant default and is left to it. */
    public static final String COLUMNS =
            "id, seq, col3, col4, col5, col6, col7, col8, col9, col10, col11, col12, col13, col14";

    private static final int FIRST = 200;
    /** Rows with neighbouring numbers that share an id. */
    static final int ROWS_OF_AN_ID = 4;

    private static final LocalDateTime START = LocalDateTime.of(2020, 1, 1, 0, 0);
    /** Ten days in January, when no clock is put forward or back. */
    private static final int SECONDS = 864_000;

    /**
     * One row: the values of {@link #COLUMNS}.
     *
     * @param id 20 characters, shared by four rows
     * @param seq counts them from 0
     * @param col3 16 characters, with {@code id}, {@code col4} and {@code col5} unique
     * @param col4 5 characters
     * @param col5 to 50 characters
     * @param col6 to 1,000 characters; null in every other row
     * @param col7 to 300 characters
     * @param col8 to 150 characters; null in every other row
     * @param col9 a time in January 2020
     * @param col10 a small number
     * @param col11 another time
     * @param col12 15 characters
     * @param col13 a letter
     * @param col14 a letter
     */
    public record Row(
            String id,
            int seq,
            String col3,
            String col4,
            String col5,
            @Nullable String col6,
            String col7,
            @Nullable String col8,
            LocalDateTime col9,
            int col10,
            LocalDateTime col11,
            String col12,
            String col13,
            String col14) {

        /** @return the values in the order of the columns */
        public Object[] values() {
            return new Object[] {id, seq, col3, col4, col5, col6, col7, col8, col9, col10, col11, col12, col13, col14};
        }
    }

    /**
     * Returns a table's name.
     *
     * @param table counted from 0
     * @return for example {@code tbl_200}
     */
    public static String name(int table) {
        return "tbl_" + (FIRST + table);
    }

    /**
     * Returns a row.
     *
     * @param table counted from 0
     * @param number counted from 0
     * @return the same values whenever and wherever it is made
     */
    public Row row(int table, long number) {
        RandomStream random = new RandomStream(seed, (long) table << 48 | number);
        String id = String.format("%020d", id(number));
        return new Row(
                id,
                (int) (number % ROWS_OF_AN_ID),
                random.digits("################"),
                random.digits("#####"),
                random.digits(text(4)),
                number % 2 == 0 ? random.digits(text(40)) : null,
                random.digits(text(20)),
                number % 2 == 1 ? random.digits(text(10)) : null,
                time(random),
                random.between(0, 1_000),
                time(random),
                random.digits("###############"),
                letter(random),
                letter(random));
    }

    /** Returns the id of a row. Neighbouring numbers are not neighbours in the index: ids are well mixed. Every table has the same. */
    long id(long number) {
        return RandomStream.mix(seed + number / ROWS_OF_AN_ID) >>> 1;
    }

    private static String text(int groups) {
        return "########## ".repeat(groups).strip();
    }

    private static LocalDateTime time(RandomStream random) {
        return START.plusSeconds(random.between(0, SECONDS - 1));
    }

    private static String letter(RandomStream random) {
        return String.valueOf((char) ('A' + random.between(0, 25)));
    }
}
