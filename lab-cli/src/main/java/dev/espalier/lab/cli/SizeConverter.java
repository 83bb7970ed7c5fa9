package dev.espalier.lab.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads numbers such as {@code 5000}, {@code 80k}, {@code 10m}. */
final class SizeConverter {

    private static final Pattern SIZE = Pattern.compile("(-?\\d{1,12})([km]?)", Pattern.CASE_INSENSITIVE);

    private SizeConverter() {}

    private static long number(String value, long least, long most, String kind) {
        Matcher size = SIZE.matcher(value);
        if (size.matches()) {
            long factor = size.group(2).isEmpty() ? 1 : size.group(2).equalsIgnoreCase("k") ? 1_000 : 1_000_000;
            long number = Long.parseLong(size.group(1)) * factor;
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw new TypeConversionException("'" + value + "' is not " + kind);
    }

    /** As an int. */
    static final class OfInt implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            return (int) number(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "an int");
        }
    }

    /** As a long. */
    static final class OfLong implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            return number(value, Long.MIN_VALUE, Long.MAX_VALUE, "a long");
        }
    }
}
