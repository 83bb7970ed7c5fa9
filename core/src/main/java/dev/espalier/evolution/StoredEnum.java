package dev.espalier.evolution;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An enum as a database describes it. Numbers are permanent: a name may change, a number never does, and it is never given to anything else.
 *
 * @param name the full name that it has in Java
 * @param number its permanent number
 * @param constants its constants, in their order
 */
public record StoredEnum(String name, int number, List<Constant> constants) {

    /**
     * Makes a description.
     *
     * @param name its name
     * @param number its permanent number
     * @param constants its constants
     */
    public StoredEnum {
        constants = List.copyOf(constants);
    }

    /**
     * One constant.
     *
     * @param name the name under which it is stored
     * @param number its permanent number
     * @param otherNames the names that programs have for it besides
     */
    public record Constant(String name, int number, List<String> otherNames) {

        /**
         * Makes a description.
         *
         * @param name its name
         * @param number its permanent number
         * @param otherNames its other names
         */
        public Constant {
            otherNames = List.copyOf(otherNames);
        }

        /** Returns the constant as one line of text. */
        @Override
        public String toString() {
            return "#" + number + " " + name + (otherNames.isEmpty() ? "" : " (" + String.join(", ", otherNames) + ")");
        }
    }

    /** Returns the enum as text, one line for each constant. */
    @Override
    public String toString() {
        return "#" + number + " enum " + name
                + constants.stream().map(constant -> "\n  " + constant).collect(Collectors.joining());
    }
}
