package dev.espalier.bench.poleposition;

import dev.espalier.annotation.Index;
import dev.espalier.annotation.Transient;
import java.util.Locale;
import org.jspecify.annotations.NullUnmarked;

/** The object of the circuit FlatObject: two indexed attributes. */
@NullUnmarked // the subjects set the fields
public class IndexedObject {

    private static final int TEXT_LENGTH = 20;

    long id;
    /** Of the row; set by the subjects that have no registry of their own. */
    @Transient
    int version;

    @Index
    int number;

    @Index
    String text;

    /** For a subject that sets the fields itself. */
    public IndexedObject() {}

    IndexedObject(int number) {
        this.number = number;
        this.text = textOf(number);
    }

    /** Returns the text of the object of a number. */
    static String textOf(int number) {
        return ("str" + number + "_".repeat(TEXT_LENGTH)).substring(0, TEXT_LENGTH);
    }

    int number() {
        return number;
    }

    String text() {
        return text;
    }

    /** The update of the circuit. */
    void toUpperCase() {
        text = text.toUpperCase(Locale.ROOT);
    }

    long checkSum() {
        return text.length();
    }
}
