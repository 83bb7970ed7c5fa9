package dev.espalier.internal.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** The years that every engine keeps: 1 to 9999. */
final class Years {

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant AFTER_LAST = Instant.parse("+10000-01-01T00:00:00Z");

    private Years() {}

    static LocalDate check(LocalDate value) {
        if (value.getYear() < 1 || value.getYear() > 9999) {
            throw outside(value);
        }
        return value;
    }

    static LocalDateTime check(LocalDateTime value) {
        if (value.getYear() < 1 || value.getYear() > 9999) {
            throw outside(value);
        }
        return value;
    }

    /** The instant as a UTC clock shows it. */
    static LocalDateTime utc(Instant value) {
        if (value.isBefore(FIRST) || !value.isBefore(AFTER_LAST)) {
            throw outside(value);
        }
        return LocalDateTime.ofInstant(value, ZoneOffset.UTC);
    }

    private static IllegalArgumentException outside(Object value) {
        return new IllegalArgumentException(value + "; only the years 1 to 9999 are kept");
    }
}
