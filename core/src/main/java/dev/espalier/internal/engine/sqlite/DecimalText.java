package dev.espalier.internal.engine.sqlite;

import java.math.BigDecimal;

/**
 * Compares texts that are decimal numbers as numbers. An insertion into an index of decimals compares many, so those without an exponent, as the library writes them, are compared digit
 * by digit: no number is made of them.
 */
final class DecimalText {

    private DecimalText() {}

    /** Returns a negative number, 0 or a positive one. */
    static int compare(String left, String right) {
        if (!isPlain(left) || !isPlain(right)) {
            return new BigDecimal(left).compareTo(new BigDecimal(right));
        }
        int sign = sign(left);
        return sign != sign(right) ? sign - sign(right) : sign * compareDigits(left, right);
    }

    /** Whether the text is digits, with a point between them and a minus before them at most. */
    private static boolean isPlain(String text) {
        int begin = text.startsWith("-") ? 1 : 0;
        int point = point(text);
        for (int i = begin; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && i != point) {
                return false;
            }
        }
        return point > begin && point != text.length() - 1;
    }

    /** The place of the point, or of the end. */
    private static int point(String text) {
        int point = text.indexOf('.');
        return point < 0 ? text.length() : point;
    }

    private static int sign(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= '1') {
                return text.charAt(0) == '-' ? -1 : 1;
            }
        }
        return 0;
    }

    /** Compares the numbers without their signs. */
    private static int compareDigits(String left, String right) {
        int leftPoint = point(left);
        int rightPoint = point(right);
        int last = Math.max(left.length() - leftPoint, right.length() - rightPoint) - 1;
        for (int place = -Math.max(leftPoint, rightPoint); place <= last; place++) {
            int difference = digit(left, leftPoint + place) - digit(right, rightPoint + place);
            if (place != 0 && difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    private static char digit(String text, int at) {
        char c = at < 0 || at >= text.length() ? '0' : text.charAt(at);
        return c == '-' ? '0' : c;
    }
}
