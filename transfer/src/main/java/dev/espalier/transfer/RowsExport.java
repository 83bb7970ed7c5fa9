package dev.espalier.transfer;

import static dev.espalier.error.ErrorCode.BAD_VALUE;
import static dev.espalier.error.ErrorCode.FILE;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.espalier.error.StoreException;
import dev.espalier.internal.store.SelectedRows;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the rows of a selection to a Parquet file. For one thread. */
final class RowsExport {

    private final SelectedRows rows;
    private final List<SelectedRows.Column> columns;
    private final Progress progress;
    private final DecimalDigits[] digits;
    private long written;

    RowsExport(SelectedRows rows, Progress progress) {
        this.rows = rows;
        this.columns = rows.columns();
        this.progress = progress;
        this.digits = new DecimalDigits[columns.size()];
        for (int i = 0; i < digits.length; i++) {
            digits[i] = new DecimalDigits();
        }
    }

    /**
     * Writes all rows. There is no file after a failure.
     *
     * @param file a new one
     * @return the number of rows
     */
    long write(Path file) {
        try {
            requireValues();
            parquetColumns(); // refuses names before any row is read
        } catch (IllegalArgumentException e) {
            throw new StoreException(FILE, file + ": " + e.getMessage(), e);
        }
        try (ParquetLines lines = new ParquetLines(file)) {
            progress.stage("export");
            try (JsonGenerator json = Json.writer(lines.open());
                    Stream<@Nullable Object[]> values = rows.values().get()) {
                for (Iterator<@Nullable Object[]> each = values.iterator(); each.hasNext(); ) {
                    write(each.next(), json);
                }
            }
            progress.rows(written % 500);
            lines.finish(this::parquetColumns, progress);
            return written;
        } catch (IOException e) {
            throw TextFiles.failed(file, e);
        }
    }

    private void requireValues() {
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).name();
            if (name.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("found a column whose name has the character U+0000, column "
                        + (i + 1) + "; call it otherwise: AS name");
            }
            if (columns.get(i).type() == List.class) {
                throw new IllegalArgumentException("found the list of rows " + name
                        + "; a Parquet file of rows has values alone. Write JSON, or select the path to values, which"
                        + " makes a row for each member");
            }
        }
    }

    private ParquetColumns parquetColumns() {
        int[] scales = new int[digits.length];
        for (int i = 0; i < scales.length; i++) {
            scales[i] = digits[i].scale();
        }
        return ParquetColumns.ofRows(columns, scales);
    }

    private void write(@Nullable Object[] row, JsonGenerator json) throws IOException {
        written++;
        json.writeStartObject();
        for (int i = 0; i < row.length; i++) {
            json.writeFieldName(ParquetColumns.placed(i));
            try {
                if (row[i] instanceof BigDecimal number) {
                    digits[i].add(number);
                }
                ParquetValues.writeChecked(row[i] instanceof Enum<?> constant ? constant.name() : row[i], json);
            } catch (IllegalArgumentException e) {
                throw new StoreException(
                        BAD_VALUE,
                        "row " + written + ", column " + columns.get(i).name() + ": " + e.getMessage(),
                        e);
            }
        }
        json.writeEndObject();
        json.writeRaw('\n');
        if (written % 500 == 0) {
            progress.rows(500);
            progress.requireGoingOn();
        }
    }
}
