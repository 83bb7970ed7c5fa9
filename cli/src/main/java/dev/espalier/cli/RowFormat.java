package dev.espalier.cli;

import dev.espalier.Row;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;

/** The text formats of rows that other programs read; each prints a row when it comes. */
enum RowFormat {
    JSON,
    JSONL,
    CSV;

    /** @param columns stand above the rows in CSV, even if there are none */
    void print(NodeText text, List<String> columns, Stream<Row> rows, PrintWriter out) {
        switch (this) {
            case JSON -> printArray(rows.map(text::json), out);
            case JSONL -> rows.forEach(row -> out.println(text.json(row)));
            case CSV -> {
                out.print(NodeText.csv(columns));
                rows.forEach(row -> out.print(NodeText.csv(text.cells(row))));
            }
        }
    }

    /** Prints a JSON array. */
    static void printArray(Stream<String> elements, PrintWriter out) {
        String[] separator = {"["};
        elements.forEach(element -> {
            out.print(separator[0] + "\n" + element);
            separator[0] = ",";
        });
        out.println(separator[0].equals("[") ? "[]" : "\n]");
    }
}
