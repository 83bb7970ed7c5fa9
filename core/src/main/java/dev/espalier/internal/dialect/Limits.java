package dev.espalier.internal.dialect;

/**
 * Bounds of an engine. Each engine's file gives the source of its figures.
 *
 * @param binds how many values may travel beside one statement
 * @param rowsPerInsert how many rows one INSERT carries at most
 * @param idsPerStatement how many ids one condition names at most
 * @param decimalInteger how many digits a decimal column keeps before the point
 * @param decimalScale how many digits a decimal column keeps after the point
 * @param uniqueText how many characters a text column with a unique index keeps
 * @param parallelWriters whether several connections can write at the same time
 * @param nullCharacter whether text may hold U+0000
 * @param indexesPerTable how many indexes a table has at most beside its primary key
 * @param columnsPerTable how many columns a table has at most
 * @param rowBytes how many bytes the columns of a table take at most, as {@link Dialect#bytesInRow} counts them; each that may be null takes a bit beside
 */
public record Limits(
        int binds,
        int rowsPerInsert,
        int idsPerStatement,
        int decimalInteger,
        int decimalScale,
        int uniqueText,
        boolean parallelWriters,
        boolean nullCharacter,
        int indexesPerTable,
        int columnsPerTable,
        int rowBytes) {}
