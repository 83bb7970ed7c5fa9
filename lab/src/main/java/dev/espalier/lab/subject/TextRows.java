package dev.espalier.lab.subject;

import java.io.InputStream;

/** Rows as text for LOAD DATA and COPY: columns separated by tabs, one line for each row. The text is produced while it is read. */
final class TextRows extends InputStream {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int LONGEST_NUMBER = 20;

    private final Rows rows;
    private final long[] row;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final byte[] digits = new byte[LONGEST_NUMBER];
    private final int longestRow;
    private int start;
    private int end;
    private boolean exhausted;

    TextRows(Rows rows, int columns) {
        this.rows = rows;
        this.row = new long[columns];
        this.longestRow = columns * (LONGEST_NUMBER + 1);
    }

    @Override
    public int read() {
        return start < end || fill() ? buffer[start++] : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (start == end && !fill()) {
            return -1;
        }
        int count = Math.min(length, end - start);
        System.arraycopy(buffer, start, target, offset, count);
        start += count;
        return count;
    }

    /** Nothing is held open; declared without the exception that the stream's own has. */
    @Override
    public void close() {
        exhausted = true;
    }

    private boolean fill() {
        start = 0;
        end = 0;
        while (!exhausted && end + longestRow <= buffer.length) {
            if (rows.next(row)) {
                for (int column = 0; column < row.length; column++) {
                    put(row[column]);
                    buffer[end++] = (byte) (column == row.length - 1 ? '\n' : '\t');
                }
            } else {
                exhausted = true;
            }
        }
        return end > 0;
    }

    /** Ids, values and positions are never negative. */
    private void put(long number) {
        int first = LONGEST_NUMBER;
        long left = number;
        do {
            digits[--first] = (byte) ('0' + left % 10);
            left /= 10;
        } while (left > 0);
        System.arraycopy(digits, first, buffer, end, LONGEST_NUMBER - first);
        end += LONGEST_NUMBER - first;
    }
}
