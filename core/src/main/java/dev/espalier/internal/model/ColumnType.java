package dev.espalier.internal.model;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * The few kinds of column that every Java value is kept in, and the Java class in which such a column's value travels between
 * the model and a database.
 */
public enum ColumnType {
    BOOLEAN(Boolean.class),
    /** 16 bits. */
    SMALLINT(Long.class),
    /** 32 bits. */
    INTEGER(Long.class),
    /** 64 bits. */
    BIGINT(Long.class),
    /** IEEE 754 double; finite only, because MySQL keeps neither NaN nor the infinities. */
    DOUBLE(Double.class),
    /** A decimal number, compared by value; its scale stands in a column of its own. */
    DECIMAL(BigDecimal.class),
    /** A whole number of any size, as a decimal of scale 0. */
    INTEGRAL(BigDecimal.class),
    /** Text of any length, compared by code point. */
    TEXT(String.class),
    /** A short name such as an enum constant's, at most 255 characters, compared by code point. */
    NAME(String.class),
    /** Years 1 to 9999. */
    DATE(LocalDate.class),
    /** To the microsecond. */
    TIME(LocalTime.class),
    /** Without a zone, to the microsecond, years 1 to 9999; instants are kept in UTC. */
    TIMESTAMP(LocalDateTime.class),
    UUID(java.util.UUID.class),
    /** Bytes of any length, compared as unsigned. */
    BINARY(byte[].class);

    private final Class<?> javaClass;

    ColumnType(Class<?> javaClass) {
        this.javaClass = javaClass;
    }

    /** The class of the objects in which this column's values travel; never a primitive. */
    public Class<?> javaClass() {
        return javaClass;
    }

    /** Whether values travel as {@code Long}. */
    public boolean isInteger() {
        return javaClass == Long.class;
    }
}
