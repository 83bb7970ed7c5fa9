package dev.espalier.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.espalier.Explanation;
import dev.espalier.Node;
import dev.espalier.Query;
import dev.espalier.Row;
import dev.espalier.RowQuery;
import dev.espalier.error.QueryException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rows of one query and its selection, as the page gets them. */
final class SelectedRows {

    private final String selection;
    private final RowQuery<Row> query;
    private final NodeJson nodes;
    private final int most;

    /**
     * @param rql the text of the query
     * @param most how many rows an answer has
     */
    SelectedRows(Query<Node> query, String rql, String selection, NodeJson nodes, int most) {
        // A mistake says the text that it is in, so the two texts differ.
        this.selection = selection.equals(rql) ? selection + " " : selection;
        this.query = query.select(this.selection);
        this.nodes = nodes;
        this.most = most;
    }

    /** Reads a page. Each column has the class of its values in it, or null if there are none. */
    ObjectNode page(int size, @Nullable String after) {
        return asked(rows -> {
            Found<Row> page = Found.of(() -> rows.page(size, after), rows::stream, most);
            ObjectNode json = Json.object().put("next", page.next()).put("isCut", page.isCut());
            json.set("columns", NodeJson.columns(rows.columns(), page.found()));
            ArrayNode all = json.putArray("rows");
            for (Row row : page.found()) {
                ArrayNode cells = all.addObject().putArray("cells");
                row.values().forEach(value -> cells.add(nodes.value(value)));
            }
            return json;
        });
    }

    /**
     * Reads one value, whatever its size.
     *
     * @param after the key of the row's page; null for the first one
     * @param row its place in the page, from 1
     * @param column its place in the row, from 1
     */
    JsonNode value(@Nullable String after, int row, int column) {
        return asked(rows -> {
            List<Row> found =
                    Found.of(() -> rows.page(row, after), rows::stream, row).found();
            if (found.size() < row) {
                throw new RequestException("the row is gone; run the query again");
            }
            List<@Nullable Object> values = found.get(row - 1).values();
            if (values.size() < column) {
                throw new RequestException("column: found " + column + "; expected at most " + values.size());
            }
            return nodes.whole().value(values.get(column - 1));
        });
    }

    Explanation explain(boolean withEnginePlans) {
        return asked(rows -> withEnginePlans ? rows.explainWithEnginePlans() : rows.explain());
    }

    /** @throws SelectionException if the mistake is in the selection */
    private <A> A asked(Function<RowQuery<Row>, A> question) {
        try {
            return question.apply(query);
        } catch (QueryException e) {
            if (e.query().equals(selection)) {
                throw new SelectionException(e);
            }
            throw e;
        }
    }
}
