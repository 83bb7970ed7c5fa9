package dev.espalier.internal.rql;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The query language as text: reading and writing it.
 */
public final class Rql {

    /** A name of Java without invisible characters: what a field, a class and a parameter are called. */
    public static final Pattern NAME = Pattern.compile(
            "\\p{javaJavaIdentifierStart}[\\p{javaJavaIdentifierPart}&&[^\\p{javaIdentifierIgnorable}]]*");

    /** The name of a variable: {@code Q2}, {@code @late}. */
    public static final Pattern VARIABLE = Pattern.compile("Q[0-9]+|@" + NAME);

    private Rql() {}

    /**
     * Reads a query. Takes time in proportion to the length of the text, whatever it contains.
     *
     * @param text the query; blank text, or one that only orders and limits, has no condition and stands for all objects
     * @return the syntax tree
     * @throws dev.espalier.error.QueryException if the text is not a query; the only exception any text can cause
     */
    public static RqlQuery parse(String text) {
        Objects.requireNonNull(text, "text");
        return new Parser(text).query();
    }

    /**
     * Reads a selection: the columns of the rows that answer a query, and what becomes of the rows.
     *
     * @param text the selection, such as {@code city, SUM(total) AS revenue ORDER BY revenue DESC}
     * @return the tree
     * @throws dev.espalier.error.QueryException if the text is not a selection; the only exception any text can cause
     */
    public static RqlSelection selection(String text) {
        Objects.requireNonNull(text, "text");
        return new SelectionParser(text).selection();
    }

    /**
     * Reads a path alone.
     *
     * @param text the path
     * @return the path
     * @throws dev.espalier.error.QueryException if the text is not a path
     */
    public static Path path(String text) {
        Objects.requireNonNull(text, "text");
        return new Parser(text).onlyPath();
    }

    /**
     * Reads a value of an object: a path, or an aggregate of what a path reaches, such as {@code SUM(lines.price)}.
     *
     * @param text the path or the aggregate
     * @return the tree
     * @throws dev.espalier.error.QueryException if the text is neither
     */
    public static Operand operand(String text) {
        Objects.requireNonNull(text, "text");
        return new Parser(text).onlyOperand();
    }

    /**
     * Writes a path in its canonical form.
     *
     * @param path the path
     * @return the canonical text
     */
    public static String print(Path path) {
        return new Printer().onlyPath(path);
    }

    /**
     * Writes a value as it stands in a query.
     *
     * @param value the value
     * @return the text
     */
    public static String print(Value value) {
        return new Printer().onlyValue(value);
    }

    /**
     * Writes a formula in its canonical form.
     *
     * @param formula the formula
     * @return the canonical text
     */
    public static String print(Formula formula) {
        return new FormulaPrinter().only(formula);
    }

    /**
     * Writes a test of a row in its canonical form.
     *
     * @param test the test
     * @return the canonical text
     */
    public static String print(RowTest test) {
        return new FormulaPrinter().only(test);
    }

    /**
     * Writes a selection in its canonical form. Reading the result gives the same tree but for its positions, and writing that gives the same text.
     *
     * @param selection the tree; its {@link RqlSelection#text()} and positions have no influence
     * @return the canonical text
     */
    public static String print(RqlSelection selection) {
        return new FormulaPrinter().selection(selection);
    }

    /**
     * Writes a query in its canonical form: keywords in capitals, single spaces, no bracket that the tree does not need. Reading the
     * result gives the same tree but for its positions, and writing that gives the same text.
     *
     * @param query the tree; its {@link RqlQuery#text()} and positions have no influence
     * @return the canonical text
     */
    public static String print(RqlQuery query) {
        return new Printer().query(query);
    }
}
